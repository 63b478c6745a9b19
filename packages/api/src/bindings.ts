import * as z from 'zod/mini'
import { captchaFields } from './captcha.ts'
import { noData } from './fields.ts'
import { customerOperation } from './operation.ts'
import { presentPassword } from './security.ts'
import { codeText, emailText, mobileText } from './user.ts'

export const securityBindEmail = customerOperation('security/bind_email', 'login', {
  summary:
    'Binds an e-mail with the code sent to it (`code/send` with purpose bind-email) and the login password. Where one is bound already, `currentCode` is the code sent to that one (purpose change-email), and withdrawals are then held for a day where money is real. `wrong-code` names the field in `data`.',
  input: z.object({
    email: emailText,
    code: codeText,
    currentCode: z.optional(codeText),
    loginPassword: presentPassword,
  }),
  output: noData,
  refusals: ['already-registered', 'wrong-code', 'wrong-login-password'],
  success: 'modification-successful',
})

export const securityBindPhone = customerOperation('security/bind_phone', 'login', {
  summary: 'Binds a mobile number, or puts it in the place of the bound one, with the login password and a captcha.',
  input: z.object({ mobile: mobileText, loginPassword: presentPassword, ...captchaFields }),
  output: noData,
  refusals: ['already-registered', 'wrong-captcha', 'captcha-required', 'wrong-mobile', 'wrong-login-password'],
  success: 'modification-successful',
})

export const securityUnbindPhone = customerOperation('security/unbind_phone', 'login', {
  summary: 'Takes the mobile number off the account. An account without an e-mail keeps it: nothing else signs in.',
  input: z.object({ loginPassword: presentPassword }),
  output: noData,
  refusals: ['email-not-bound', 'wrong-login-password'],
  success: 'modification-successful',
})
