import * as z from 'zod/mini'
import { noData } from './fields.ts'
import { operation } from './operation.ts'
import { codeText, emailText, loginPassword } from './user.ts'

/** The payment password: six digits. */
export const paymentPasswordText = z.string('required').check(z.regex(/^\d{6}$/, 'wrong-format'))

const samePassword = (form: { readonly loginPassword: string; readonly loginPassword2: string }) =>
  form.loginPassword === form.loginPassword2

export const userPasswordForgot = operation({
  path: 'user/password_forgot',
  summary:
    'Sets a new login password with a code sent to the e-mail of the account (`code/send` with purpose password-forgot), and logs out every session. An e-mail without an account is answered like a wrong code.',
  access: 'public',
  input: z
    .object({ email: emailText, code: codeText, loginPassword, loginPassword2: z.string('required') })
    .check(z.refine(samePassword, { path: ['loginPassword2'], error: 'passwords-differ' })),
  output: noData,
  refusals: ['wrong-code'],
  success: 'modification-successful',
})

export const securityLoginPassword = operation({
  path: 'security/login_password',
  summary:
    'Changes the login password and logs out every other session. After five wrong old passwords each further try has to wait, longer each time.',
  access: 'login',
  input: z
    .object({
      oldPassword: z.string('required').check(z.minLength(1, 'required'), z.maxLength(64, 'too-long')),
      loginPassword,
      loginPassword2: z.string('required'),
    })
    .check(z.refine(samePassword, { path: ['loginPassword2'], error: 'passwords-differ' })),
  output: noData,
  refusals: ['wrong-old-password'],
  success: 'modification-successful',
})
