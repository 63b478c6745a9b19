import * as z from 'zod/mini'
import { cursorText, decimalText, listLimit, noData, noInput, page, timeMs } from './fields.ts'
import { orderView } from './contract.ts'
import { operation } from './operation.ts'

/** What a message is about, as the inbox sorts them: the account itself, something with a record of its own, or an announcement. */
export const messageGroup = z.enum(['account', 'orders', 'notices'], 'unknown-value')
export type MessageGroup = z.output<typeof messageGroup>

const common = {
  /** Names the message among all of the inbox, whatever it is made of. */
  id: z.string(),
  group: messageGroup,
  atMs: timeMs,
  isRead: z.boolean(),
}

/** A message: facts only, which the app puts into the reader's words. */
export const messageView = z.discriminatedUnion('type', [
  /** Something was decided. `kind` and `details` say what, `thingId` names the withdrawal, recharge, sale, term, or which one of the invited. */
  z.object({
    type: z.literal('decision'),
    ...common,
    kind: z.string(),
    thingId: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
  /** A contract was settled. */
  z.object({
    type: z.literal('order'),
    ...common,
    orderId: z.string(),
    symbol: z.string(),
    direction: orderView.shape.direction,
    result: z.nonoptional(orderView.shape.result),
    asset: orderView.shape.asset,
    net: decimalText,
    entryPrice: z.nullable(decimalText),
    exitPrice: z.nullable(decimalText),
  }),
  /** What operators announce, in the language of the call, or in English where they wrote none. */
  z.object({ type: z.literal('announcement'), ...common, text: z.string() }),
])
export type MessageView = z.output<typeof messageView>

export const messageList = operation({
  path: 'message/list',
  summary:
    'The inbox, newest first: what was decided about the customer, each settled contract, and what was announced.',
  access: 'login',
  input: z.object({ group: z.optional(messageGroup), cursor: z.optional(cursorText), limit: listLimit }),
  output: page(messageView),
  refusals: [],
})

export const messageDetail = operation({
  path: 'message/detail',
  summary: 'One message of the customer. Whoever asks for it has read it, on every device.',
  access: 'login',
  input: z.object({ id: z.string('required').check(z.maxLength(40, 'too-long')) }),
  output: messageView,
  refusals: ['not-found'],
})

export const messageReadAll = operation({
  path: 'message/read_all',
  summary: 'Marks every message that there is as read, on every device.',
  access: 'login',
  input: noInput,
  output: noData,
  refusals: [],
})

/** From so many unread messages on, they are no longer counted. */
export const mostCountedUnread = 100

export const messageUnread = operation({
  path: 'message/unread',
  summary: 'How many messages are unread: 100 stands for 100 or more.',
  access: 'login',
  input: noInput,
  output: z.object({ count: z.int() }),
  refusals: [],
})
