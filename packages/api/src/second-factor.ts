import * as z from 'zod/mini'
import { noData } from './fields.ts'
import { customerOperation } from './operation.ts'
import { presentPassword } from './security.ts'
import { totpText } from './user.ts'

/** A phrase known only to the customer and Candor: 3 to 40 characters on one line. */
export const phraseText = z
  .string('required')
  .check(z.regex(/^\P{C}{3,40}$/u, 'wrong-format'), z.regex(/\S/, 'required'))

export const securityState = customerOperation('security/state', 'login', {
  summary: 'What guards the sign-in beside the login password, and the phrase that every mail contains.',
  output: z.object({
    totp: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
    passkeys: z.int(),
    phrase: z.nullable(z.string()),
  }),
})

export const securityTotpBegin = customerOperation('security/totp_begin', 'login', {
  summary: 'Makes a secret for an authenticator app. It guards nothing before security/totp_confirm.',
  input: z.object({ loginPassword: presentPassword }),
  output: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['wrong-login-password', 'totp-already-on'],
})

export const securityTotpConfirm = customerOperation('security/totp_confirm', 'login', {
  summary:
    'Turns the second step on with the first code of the authenticator app, and answers ten recovery codes, once. Ends every other session.',
  input: z.object({ totp: z.string('required').check(z.regex(/^\d{6}$/, 'wrong-format')) }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: ['wrong-totp', 'totp-already-on'],
  success: 'modification-successful',
})

export const securityTotpDisable = customerOperation('security/totp_disable', 'login', {
  summary: 'Turns the second step off with the login password and a code of the authenticator app or a recovery code.',
  input: z.object({ loginPassword: presentPassword, totp: totpText }),
  output: noData,
  refusals: ['wrong-login-password', 'wrong-totp'],
  success: 'modification-successful',
})

export const securityPhrase = customerOperation('security/phrase', 'login', {
  summary: 'Sets the phrase that every mail to the customer contains, or removes it where it is left out.',
  input: z.object({ phrase: z.optional(phraseText), loginPassword: presentPassword }),
  output: noData,
  refusals: ['wrong-login-password'],
  success: 'modification-successful',
})
