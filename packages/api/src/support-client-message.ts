import * as z from 'zod/mini'
import { supportClientId, supportDraft, supportText } from './support-draft.ts'

/**
 * Messages from a customer's client. Until the response to `otherlogin`, only `otherlogin` and `ping` are accepted.
 * - `otherlogin` returns `otherlogin`, closes this customer's other sockets, and resumes after a disconnect:
 * then request `history` with `afterSeq` = the newest seq received without a gap, and resend unacknowledged messages
 * with their own `clientId`.
 * - `setting` returns `setting`; its language applies to later refusal texts.
 * - `message` returns `ack` or `refused`. The same `clientId` again returns the first message; with another
 * body it is refused (`conflict`).
 * - `typing` lasts six seconds; no response.
 * - `read`: all messages up to `seq` were shown; no response.
 * - `history` returns `history`: messages below `beforeSeq` or above `afterSeq` (neither: the newest), always
 * in ascending order.
 * - `rate` returns `rated` or `error` (`not-allowed`): rates the conversation closed last, once, until it is
 * reopened.
 * - `ping` returns `pong`.
 */
export const supportClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('otherlogin'),
    data: z.object({ id: z.string().check(z.maxLength(40)), token: z.string().check(z.maxLength(128)) }),
  }),
  z.object({
    type: z.literal('setting'),
    data: z.object({ language: z.string().check(z.maxLength(10)), device: z.string().check(z.maxLength(200)) }),
  }),
  z.object({ type: z.literal('message'), data: z.object({ clientId: supportClientId, body: supportDraft }) }),
  z.object({ type: z.literal('typing'), data: z.object({ isTyping: z.boolean() }) }),
  z.object({ type: z.literal('read'), data: z.object({ seq: z.int().check(z.gte(0)) }) }),
  z.object({
    type: z.literal('history'),
    data: z.object({
      beforeSeq: z.optional(z.int().check(z.gte(0))),
      afterSeq: z.optional(z.int().check(z.gte(0))),
      limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
    }),
  }),
  z.object({
    type: z.literal('rate'),
    data: z.object({
      score: z.int().check(z.gte(1, 'too-small'), z.lte(5, 'too-large')),
      comment: z.optional(z.union([z.literal(''), supportText(500)])),
    }),
  }),
  z.object({ type: z.literal('ping'), data: z.optional(z.unknown()) }),
])
export type SupportClientMessage = z.output<typeof supportClientMessage>
/** What a client passes, before parsing. */
export type SupportClientCall = z.input<typeof supportClientMessage>
