import * as z from 'zod/mini'
import { captchaFields } from './captcha.ts'
import { timeMs, wholeNumber } from './fields.ts'
import { customerOperation, longFormBytes } from './operation.ts'
import { supportClientId, supportText } from './support-draft.ts'
import { supportSetting, supportState } from './support-socket.ts'
import { supportMessage, supportTextLength } from './support.ts'

/**
 * Customer service for visitors, who have no account: texts only, over calls instead of the socket.
 * `support/visit_begin` returns a token, which is the only way to the conversation; `support/visit` is polled.
 */

const visitToken = z.string('required').check(z.regex(/^[\w-]{43}$/, 'wrong-format'))

export const supportVisitBegin = customerOperation('support/visit_begin', 'public', {
  staysInPlace: true,
  summary:
    'Begins a visitor’s conversation, with a solved captcha. `visit` opens it until `expiresMs`; each look puts that off to a week later. A network begins 10 an hour.',
  input: z.object(captchaFields),
  output: z.object({ visit: z.string(), expiresMs: timeMs }),
  refusals: ['captcha-required', 'wrong-captcha', 'visits-full'],
})

export const supportVisit = customerOperation('support/visit', 'public', {
  staysInPlace: true,
  summary:
    'A visitor’s conversation: its state, and at most 100 messages above `afterSeq`, ascending. Everything up to `readSeq` was shown. Without `visit`: who answers, before there is a conversation.',
  input: z.object({
    visit: z.optional(visitToken),
    afterSeq: z._default(wholeNumber.check(z.lte(2_147_483_647, 'too-large')), 0),
    readSeq: z._default(wholeNumber.check(z.lte(2_147_483_647, 'too-large')), 0),
  }),
  output: z.object({
    setting: supportSetting,
    state: supportState,
    items: z.array(supportMessage),
    hasMore: z.boolean(),
  }),
  refusals: ['visit-ended'],
})

export const supportVisitSend = customerOperation('support/visit_send', 'public', {
  staysInPlace: true,
  summary:
    'Adds a visitor’s message, at most 20 a minute and 200 a day. The same `clientId` again returns the first; with another text it is a conflict.',
  maxFormBytes: longFormBytes,
  input: z.object({ visit: visitToken, clientId: supportClientId, text: supportText(supportTextLength) }),
  output: supportMessage,
  refusals: ['visit-ended', 'visits-full', 'conflict'],
})
