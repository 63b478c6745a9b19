import * as z from 'zod/mini'
import { decimalText, noData, page, timeMs } from './fields.ts'
import { orderView } from './contract.ts'
import { customerList, customerOperation } from './operation.ts'

/** The inbox groups: the account itself, something with a record of its own, or an announcement or price alert. */
export const messageGroup = z.enum(['account', 'orders', 'notices'], 'unknown-value')
export type MessageGroup = z.output<typeof messageGroup>

/** What an announcement is about: trading hours, planned work, terms and fees, or something else. */
export const announcementKind = z.enum(['notice', 'hours', 'work', 'terms'], 'unknown-value')
export type AnnouncementKind = z.output<typeof announcementKind>

const common = {
  /** Unique within the inbox, across all kinds of messages. */
  id: z.string(),
  group: messageGroup,
  atMs: timeMs,
  isRead: z.boolean(),
}

/** A message. Facts only: the app formats them in the reader's language. */
export const messageView = z.discriminatedUnion('type', [
  /**
   * A decision. `kind` and `details` say which, `thingId` names the withdrawal, recharge, sale, term or invited
   * customer.
   */
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
  /** An operators' announcement in the call's language, or in English if there is no translation. */
  z.object({
    type: z.literal('announcement'),
    ...common,
    about: announcementKind,
    /** Null for announcements from before they had one. */
    title: z.nullable(z.string()),
    text: z.string(),
    /** The name of a screen, or `instrument:SYMBOL`; null for nowhere. Apps ignore a name that they do not know. */
    link: z.nullable(z.string()),
  }),
])
export type MessageView = z.output<typeof messageView>

export const messageList = customerList('message/list', {
  summary:
    'The inbox, newest first: what was decided about the customer, each settled contract, and what was announced.',
  filters: { group: z.optional(messageGroup) },
  output: page(messageView),
})

export const messageDetail = customerOperation('message/detail', 'login', {
  summary: 'One message of the customer. Reading it marks it as read, on every device.',
  input: z.object({ id: z.string('required').check(z.maxLength(40, 'too-long')) }),
  output: messageView,
  refusals: ['not-found'],
})

export const messageReadAll = customerOperation('message/read_all', 'login', {
  summary: 'Marks every message that there is as read, on every device.',
  output: noData,
})

/** From so many unread messages on, they are no longer counted. */
export const mostCountedUnread = 100

export const messageUnread = customerOperation('message/unread', 'login', {
  summary: 'How many messages are unread: 100 stands for 100 or more.',
  output: z.object({ count: z.int() }),
})
