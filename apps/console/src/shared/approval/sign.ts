import { operatorConfirmationGive } from '@candor/api/operator'
import type { ConfirmationView } from '@candor/api/operator'
import { call } from '../api/index.ts'
import { t } from '../i18n/index.ts'

/** Null when it worked, otherwise what to say. */
export type Fault = string | null

/** The SHA-256 of what is shown. */
export async function digestOf(bytes: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bytes)))
}

/** Has the operator's passkey sign these bytes, and hands over the signature. */
export async function signConfirmation({ id, bytes, request }: ConfirmationView): Promise<Fault> {
  const { bufferToBase64URLString, startAuthentication } = await import('@simplewebauthn/browser')
  // The challenge of what was shown, whatever the server sent.
  const { buffer } = await digestOf(bytes)
  const challenge = bufferToBase64URLString(buffer)
  const used = await startAuthentication({ optionsJSON: { ...request, challenge } }).catch(() => null)
  if (used === null) return t('shared.confirmation.cancelled')
  const given = await call(operatorConfirmationGive, { id, response: JSON.stringify(used) })
  return given.ok ? null : given.msg
}

/** Ends the browser's wait for a passkey, if there is one. */
export function stopSigning(): void {
  void import('@simplewebauthn/browser').then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
}
