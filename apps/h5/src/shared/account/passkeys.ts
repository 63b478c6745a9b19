import { securityPasskeyAdd, securityPasskeyBegin, userPasskeyBegin, userPasskeyLogin } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { call } from '../api/index.ts'
import type { CallResult } from '../api/index.ts'

/**
 * `cancelled`: the browser created or used none, usually because the customer closed its prompt, or because the code
 * that asks is missing.
 */
export type PasskeyOutcome<Value> = CallResult<Value> | { readonly ok: false; readonly error: 'cancelled' }

/** Whether this browser supports passkeys here: not without HTTPS (except on localhost), and not on an IP address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress
}

/** Requests a passkey from the browser and stores it under a name. */
export async function makePasskey(
  loginPassword: string,
  name: string,
): Promise<PasskeyOutcome<OutputOf<typeof securityPasskeyAdd>>> {
  const begun = await call(securityPasskeyBegin, { loginPassword })
  if (!begun.ok) return begun
  const made = await import('@simplewebauthn/browser')
    .then(({ startRegistration }) => startRegistration({ optionsJSON: begun.value }))
    .catch(() => null)
  if (made === null) return { ok: false, error: 'cancelled' }
  return call(securityPasskeyAdd, { response: JSON.stringify(made), name })
}

/** Signs in with a passkey that the browser offers. */
export async function signInWithPasskey(): Promise<PasskeyOutcome<OutputOf<typeof userPasskeyLogin>>> {
  const begun = await call(userPasskeyBegin, {})
  if (!begun.ok) return begun
  const used = await import('@simplewebauthn/browser')
    .then(({ startAuthentication }) => startAuthentication({ optionsJSON: begun.value }))
    .catch(() => null)
  if (used === null) return { ok: false, error: 'cancelled' }
  return call(userPasskeyLogin, { response: JSON.stringify(used) })
}
