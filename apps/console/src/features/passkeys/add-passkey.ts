import { operatorPasskeyAdd, operatorPasskeyBegin } from '@candor/api/operator'
import { passkeyBinding, passkeyCodeKey, passkeyProof } from '@candor/formulas/passkey-proof'
import { call } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'

/** Whether this browser supports passkeys here: not without HTTPS (except on localhost), and not on an IP address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress
}

/**
 * Makes a passkey and adds it, permitted by the owner's code or, where `code` is null, by a passkey that the operator
 * has. The code itself is not sent. Returns what to say, or null when it worked.
 */
export async function addPasskey({ name, code }: { readonly name: string; readonly code: string | null }) {
  const begun = await call(operatorPasskeyBegin, {})
  if (!begun.ok) return begun.msg
  const { id, creation } = begun.value
  const { bufferToBase64URLString, startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  const made = await startRegistration({ optionsJSON: creation }).catch(() => null)
  if (made === null) return t('passkeys.cancelled')
  const form = { id, name, response: JSON.stringify(made) }
  if (code !== null) {
    const proof = passkeyProof(passkeyCodeKey(code), made.response)
    return msgOf(await call(operatorPasskeyAdd, { ...form, proof }))
  }
  const used = await startAuthentication({
    optionsJSON: {
      rpId: creation.rp.id,
      challenge: bufferToBase64URLString(Uint8Array.from(passkeyBinding(made.response)).buffer),
      timeout: creation.timeout,
      userVerification: 'required',
      allowCredentials: creation.excludeCredentials,
    },
  }).catch(() => null)
  if (used === null) return t('passkeys.existing.cancelled')
  return msgOf(await call(operatorPasskeyAdd, { ...form, used: JSON.stringify(used) }))
}

function msgOf(result: { readonly ok: true } | { readonly ok: false; readonly msg: string }): string | null {
  return result.ok ? null : result.msg
}
