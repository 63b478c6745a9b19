import * as z from 'zod/mini'
import { idText, noData, timeMs } from './fields.ts'
import { customerOperation } from './operation.ts'
import { presentPassword } from './security.ts'
import { signedIn } from './user.ts'

const keyType = z.literal('public-key')
const base64url = z.string('required').check(z.maxLength(8_192, 'too-long'), z.regex(/^[\w-]+$/, 'wrong-format'))

/** The request to a browser for creating a passkey (WebAuthn's PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: keyType, alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(z.object({ type: keyType, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})

/** The request to a browser for signing in with one (PublicKeyCredentialRequestOptionsJSON). */
export const passkeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** JSON that a form sends as text, and JSON as it is. */
export function jsonText<Schema extends z.core.$ZodType>(schema: Schema) {
  const fromText = z.transform((text: string, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.issues.push({ code: 'custom', message: 'wrong-format', input: text })
      // The issue ends the pipe: nothing reads this value.
      return null
    }
  })
  return z.pipe(z.pipe(z.string('required').check(z.maxLength(12_288, 'too-long')), fromText), schema)
}

const keyFields = { id: base64url, rawId: base64url, type: keyType }

/** The browser's response to creating a passkey. */
export const createdPasskey = z.object({
  ...keyFields,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
})

/** The browser's response to using one. */
export const usedPasskey = z.object({
  ...keyFields,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
})

/** A passkey, as shown to its customer or operator. */
export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdMs: timeMs,
  lastUsedMs: z.nullable(timeMs),
})
export type PasskeyView = z.output<typeof passkeyView>

export const securityPasskeys = customerOperation('security/passkey_list', 'login', {
  summary: 'The passkeys of the customer, newest first.',
  output: z.object({ items: z.array(passkeyView) }),
})

export const securityPasskeyBegin = customerOperation('security/passkey_begin', 'login', {
  summary:
    'Begins to make a passkey: what to ask the browser for. The page must be one of this site, as its Origin says.',
  input: z.object({ loginPassword: presentPassword }),
  output: passkeyCreation,
  refusals: ['wrong-login-password', 'passkey-refused', 'upper-limit'],
})

export const securityPasskeyAdd = customerOperation('security/passkey_add', 'login', {
  summary: 'Keeps the passkey that the browser has made (`response`: its answer as JSON text).',
  input: z.object({
    response: jsonText(createdPasskey),
    name: z.string('required').check(z.regex(/^\P{C}{1,60}$/u, 'wrong-format')),
  }),
  output: passkeyView,
  refusals: ['passkey-refused'],
  success: 'added-successfully',
})

export const securityPasskeyRemove = customerOperation('security/passkey_remove', 'login', {
  summary: 'Forgets a passkey.',
  input: z.object({
    id: idText,
    loginPassword: presentPassword,
  }),
  output: noData,
  refusals: ['wrong-login-password', 'not-found'],
  success: 'modification-successful',
})

export const userPasskeyBegin = customerOperation('user/passkey_begin', 'public', {
  staysInPlace: true,
  summary: 'Begins to sign in with a passkey: what to ask the browser for.',
  output: passkeyRequest,
  refusals: ['passkey-refused'],
})

export const userPasskeyLogin = customerOperation('user/passkey_login', 'public', {
  summary:
    'Signs in with a passkey (`response`: the browser’s answer as JSON text). It needs no password and no second step: the device has verified its owner.',
  remembersDevice: true,
  input: z.object({ response: jsonText(usedPasskey) }),
  output: signedIn,
  refusals: ['passkey-refused', 'account-closed', 'account-disabled'],
  success: 'login-successful',
})
