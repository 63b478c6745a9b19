import * as z from 'zod/mini'
import { supportClientId, supportDraft, supportText } from './support-draft.ts'

/**
 * What a customer's client sends. Nothing but `otherlogin` (and `ping`) is accepted before `otherlogin` was answered.
 *
 * - `otherlogin` answers `otherlogin`, closes this customer's other sockets, and resumes after a cut: then ask `history` with
 *   `afterSeq` = the newest seq held without a gap, and send again, with its own `clientId`, what was not acknowledged.
 * - `setting` answers `setting`; its language is that of refusals' texts from then on.
 * - `message` answers `ack` or `refused`. The same `clientId` again is answered with the first message; with another body it is refused (`conflict`).
 * - `typing` is worth six seconds; nothing answers it.
 * - `read`: all messages up to `seq` were shown; nothing answers it.
 * - `history` answers `history`: messages below `beforeSeq` or above `afterSeq` (neither: the newest), always in ascending order.
 * - `rate` answers `rated` or `error` (`not-allowed`): the conversation that was closed last, once, until it is opened again.
 * - `ping` answers `pong`.
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
