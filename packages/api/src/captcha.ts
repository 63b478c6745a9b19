import * as z from 'zod/mini'
import { customerOperation } from './operation.ts'

/** The two ways to solve a captcha: the six characters of the picture, or the solved proof of work (base64 JSON). */
export const captchaFields = {
  captchaId: z.optional(z.string().check(z.maxLength(64, 'too-long'))),
  captcha: z.optional(z.string().check(z.maxLength(16, 'too-long'))),
  altcha: z.optional(z.string().check(z.maxLength(4_096, 'too-long'))),
}

export const captchaCreate = customerOperation('captcha/create', 'public', {
  staysInPlace: true,
  summary:
    'Draws a captcha (PNG data URL) and an equal proof-of-work challenge for people who cannot see it; both are single use and live 2 minutes.',
  output: z.object({
    captchaId: z.string(),
    image: z.string(),
    challenge: z.object({
      algorithm: z.literal('SHA-256'),
      salt: z.string(),
      challenge: z.string(),
      maxnumber: z.int(),
      signature: z.string(),
    }),
  }),
})

/** The purpose of a code. A code sent for one purpose is not valid for another. */
export const codePurpose = z.enum(
  ['register', 'password-forgot', 'payment-password', 'bind-email', 'change-email', 'recover'],
  'unknown-value',
)
export type CodePurpose = z.output<typeof codePurpose>

export const codeSend = customerOperation('code/send', 'public', {
  staysInPlace: true,
  summary:
    'Sends a six-character code by e-mail. It lives 10 minutes and 5 tries; the next one may be asked for after 60 s. From the third code an hour a captcha is needed. `account` is that of a recovery: a platform of several cells finds its cell by it.',
  input: z.object({
    channel: z.literal('email', 'unknown-value'),
    address: z.string('required').check(z.maxLength(254, 'too-long'), z.email('wrong-email')),
    purpose: codePurpose,
    account: z.optional(z.string().check(z.maxLength(254, 'too-long'))),
    ...captchaFields,
  }),
  output: z.object({ resendAfterMs: z.int() }),
  refusals: ['captcha-required', 'wrong-captcha'],
})
