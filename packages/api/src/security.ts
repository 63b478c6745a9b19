import * as z from 'zod/mini'
import { noData, timeMs } from './fields.ts'
import { customerOperation } from './operation.ts'
import { codeText, emailText, loginPassword } from './user.ts'

/** A payment password: exactly six digits. Calls that move money out take it as `paymentPassword`. */
export const paymentPasswordText = z.string('required').check(z.regex(/^\d{6}$/, 'wrong-format'))

/** The refusals of calls that take a payment password. */
export const paymentPasswordRefusals = [
  'wrong-payment-password',
  'payment-password-locked',
  'no-payment-password',
] as const

/** A login password that is compared with the current one, whatever rules it was chosen under. */
export const presentPassword = z.string('required').check(z.minLength(1, 'required'), z.maxLength(64, 'too-long'))

const samePassword = (form: { readonly loginPassword: string; readonly loginPassword2: string }) =>
  form.loginPassword === form.loginPassword2

export const userPasswordForgot = customerOperation('user/password_forgot', 'public', {
  staysInPlace: true,
  summary:
    'Sets a new login password with a code sent to the e-mail of the account (`code/send` with purpose password-forgot), and logs out every session. An e-mail without an account is answered like a wrong code, and a closed account keeps its password.',
  input: z
    .object({ email: emailText, code: codeText, loginPassword, loginPassword2: z.string('required') })
    .check(z.refine(samePassword, { path: ['loginPassword2'], error: 'passwords-differ' })),
  output: noData,
  refusals: ['invalid', 'wrong-code', 'account-closed'],
  success: 'modification-successful',
})

export const securityLoginPassword = customerOperation('security/login_password', 'login', {
  summary:
    'Changes the login password and logs out every other session. After five wrong old passwords each further try has to wait, longer each time.',
  input: z
    .object({
      oldPassword: presentPassword,
      loginPassword,
      loginPassword2: z.string('required'),
    })
    .check(z.refine(samePassword, { path: ['loginPassword2'], error: 'passwords-differ' })),
  output: noData,
  refusals: ['invalid', 'wrong-old-password'],
  success: 'modification-successful',
})

export const securityPaymentPassword = customerOperation('security/payment_password', 'login', {
  summary:
    'Sets, changes or resets the payment password. A change takes `oldPaymentPassword`; the first one, a forgotten and a locked one take `loginPassword` and a `code` sent to the bound e-mail (`code/send` with purpose payment-password). A reset holds withdrawals for a day where money is real.',
  input: z
    .object({
      paymentPassword: paymentPasswordText,
      paymentPassword2: z.string('required'),
      oldPaymentPassword: z.optional(paymentPasswordText),
      loginPassword: z.optional(presentPassword),
      code: z.optional(codeText),
    })
    .check(
      z.refine((form) => form.paymentPassword === form.paymentPassword2, {
        path: ['paymentPassword2'],
        error: 'passwords-differ',
      }),
      z.refine((form) => form.oldPaymentPassword !== undefined || form.loginPassword !== undefined, {
        path: ['loginPassword'],
        error: 'required',
      }),
      z.refine((form) => form.oldPaymentPassword !== undefined || form.code !== undefined, {
        path: ['code'],
        error: 'required',
      }),
    ),
  output: z.object({ withdrawalsHeldUntilMs: z.nullable(timeMs) }),
  refusals: [
    'wrong-old-password',
    'wrong-login-password',
    'weak-payment-password',
    'wrong-code',
    'payment-password-locked',
    'no-payment-password',
    'email-not-bound',
  ],
  success: 'modification-successful',
})

export const indexPay = customerOperation('index/pay', 'login', {
  summary:
    'Whether a payment password is set: code 1 where it is, with `locked`; code 0 (`no-payment-password`) where the app offers the page that sets one.',
  output: z.object({ locked: z.boolean(), triesLeft: z.int(), withdrawalsHeldUntilMs: z.nullable(timeMs) }),
  refusals: ['no-payment-password'],
})
