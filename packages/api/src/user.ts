import * as z from 'zod/mini'
import { captchaFields } from './captcha.ts'
import { noData, requestId } from './fields.ts'
import { legalDocumentList } from './legal.ts'
import { customerOperation } from './operation.ts'
import { userView } from './user-view.ts'

/**
 * A new login password: the widest length that an operator may allow. `user/password_rules` says what is allowed here.
 */
export const loginPassword = z.string('required').check(z.minLength(6, 'too-short'), z.maxLength(64, 'too-long'))
export const mobilePattern = /^\d{10,13}$/
export const mobileText = z.string().check(z.regex(mobilePattern, 'wrong-mobile'))
export const emailText = z.string().check(z.maxLength(254, 'too-long'), z.email('wrong-email'))
export const codeText = z.string().check(z.length(6, 'wrong-format'))

/**
 * A code of the authenticator (six digits), or a recovery code (ten letters and digits, with or without its hyphen).
 */
export const totpText = z.string().check(z.regex(/^(\d{6}|[a-z0-9]{5}-?[a-z0-9]{5})$/i, 'wrong-format'))

export const userPasswordRules = customerOperation('user/password_rules', 'public', {
  summary:
    'The lengths that a new login password may have here. Besides, the commonest passwords and the names of the account are refused (`too-common`).',
  output: z.object({ minLength: z.int(), maxLength: z.int() }),
})

/** The response to signing in. */
export const signedIn = z.object({ token: z.string(), user: userView })

const inviteCode = z.string('required').check(z.minLength(1, 'required'), z.maxLength(32, 'too-long'))

export const inviteCheck = customerOperation('invite/check', 'public', {
  staysInPlace: true,
  summary:
    'Whether an invitation code may be used, for the form of a registration. A network may try 30 codes that do not exist an hour; registering says so as well.',
  input: z.object({ inviteCode }),
  output: z.object({
    /** Null for the house's own code. */
    inviter: z.nullable(
      z.object({
        /** Where the inviter shows one. */
        name: z.nullable(z.string()),
        /** Masked: the first letter of an e-mail, and nothing of a mobile number. */
        contact: z.string(),
      }),
    ),
  }),
  refusals: ['invite-code-unknown'],
})

export const invitePublished = customerOperation('invite/published', 'public', {
  summary: 'The invitation code of the house that operators offer to everybody; null without one.',
  output: z.object({ inviteCode: z.nullable(z.string()) }),
})

export const userRegister = customerOperation('user/register', 'public', {
  summary:
    'Registers with a mobile number and a captcha, or with an e-mail and the code sent to it. Needs an invitation code.',
  remembersDevice: true,
  input: z
    .object({
      requestId,
      mobile: z.optional(mobileText),
      email: z.optional(emailText),
      loginPassword,
      loginPassword2: z.string('required'),
      inviteCode,
      /** Required where documents are published that customers agree to. */
      documents: z.optional(legalDocumentList),
      code: z.optional(codeText),
      ...captchaFields,
    })
    .check(
      z.refine((form) => form.loginPassword === form.loginPassword2, {
        path: ['loginPassword2'],
        error: 'passwords-differ',
      }),
      z.refine((form) => (form.mobile === undefined) !== (form.email === undefined), {
        path: ['mobile'],
        error: 'required',
      }),
      z.refine((form) => form.email === undefined || form.code !== undefined, { path: ['code'], error: 'required' }),
    ),
  output: signedIn,
  refusals: [
    'country-not-served',
    'invalid',
    'invite-code-unknown',
    'already-registered',
    'wrong-code',
    'wrong-captcha',
    'captcha-required',
    'wrong-mobile',
    'conflict',
    'terms-changed',
    'books-halted',
  ],
  success: 'registration-successful',
})

export const userLogin = customerOperation('user/login', 'public', {
  summary: 'Logs in with a mobile number or e-mail and returns a token, sent from then on in the header `token`.',
  remembersDevice: true,
  input: z.object({
    account: z.string('required').check(z.minLength(1, 'required'), z.maxLength(254, 'too-long')),
    loginPassword: z.string('required').check(z.minLength(1, 'required'), z.maxLength(64, 'too-long')),
    /** Required after `totp-required`: a code from the authenticator app, or a recovery code. */
    totp: z.optional(totpText),
    ...captchaFields,
  }),
  output: signedIn,
  refusals: [
    'wrong-credentials',
    'account-closed',
    'account-disabled',
    'captcha-required',
    'wrong-captcha',
    'totp-required',
    'wrong-totp',
  ],
  success: 'login-successful',
})

export const userLogout = customerOperation('user/logout', 'login', {
  clearsCache: true,
  summary: 'Ends the session of the token and closes its sockets.',
  output: noData,
  success: 'exit-successful',
})
