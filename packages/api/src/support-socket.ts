import * as z from 'zod/mini'
import { timeMs } from './fields.ts'
import { supportAgent, supportAvailability, supportMessage } from './support.ts'
import { refusalNames } from './refusals.ts'

/**
 * The socket of customer service, at the customer-service host. Every message is `{ type, data }` in JSON, both ways.
 */
export const supportSocketPath = '/chat/socket'
/** Its WebSocket subprotocol. */
export const supportSocketProtocol = 'candor.support.v1.json'
/** Limits of one socket: exceeding them closes it (1009, 1008). */
export const supportSocketLimits = { messageBytes: 32_768, messagesPerSecond: 20 } as const

/**
 * Why the server closes a socket, besides the general codes (1001 restart: reconnect after as many milliseconds as the
 * reason says; 1011 error: reconnect; 1013 too slow). `ended`: request a new ticket. `elsewhere`: the customer logged
 * in on another device; do not reconnect automatically, or the two devices alternate for ever.
 */
export const supportCloseCodes = { ended: 4001, elsewhere: 4002 } as const

/** The state of the conversation, for its customer. Sent on every change. */
export const supportState = z.object({
  /** `none`: no message yet. `closed`: the next message reopens it. */
  state: z.enum(['none', 'waiting', 'answering', 'closed']),
  /** The agent in charge; null if none. */
  agent: z.nullable(supportAgent),
  /** Position in the queue: 1 is next. `waitMs` is an estimate, null when unknown. */
  queue: z.nullable(z.object({ position: z.int(), waitMs: z.nullable(z.int()) })),
  /** Of the newest message, 0 when there is none. */
  newestSeq: z.int(),
  /** The newest message this customer has read, on any device. */
  readSeq: z.int(),
  /** The newest message customer service has read, and when. */
  agentReadSeq: z.int(),
  agentReadMs: z.nullable(timeMs),
  /** The conversation is closed and not rated yet. */
  mayRate: z.boolean(),
})
export type SupportState = z.output<typeof supportState>

/** Before the first message. */
export const noConversation: SupportState = {
  state: 'none',
  agent: null,
  queue: null,
  newestSeq: 0,
  readSeq: 0,
  agentReadSeq: 0,
  agentReadMs: null,
  mayRate: false,
}

/** Who answers, and when. */
export const supportSetting = z.object({
  /**
   * `welcome`: an agent is on duty. `away`: open, but no agent is on duty. `closed`: outside opening hours.
   * `assistant`: the sandbox's automatic reply.
   */
  greeting: z.enum(['welcome', 'away', 'closed', 'assistant']),
  availability: supportAvailability,
})
export type SupportSetting = z.output<typeof supportSetting>

/** Messages from the server. */
export const supportServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('otherlogin'), data: z.object({ id: z.string(), nowMs: timeMs, state: supportState }) }),
  z.object({ type: z.literal('setting'), data: supportSetting }),
  z.object({ type: z.literal('state'), data: supportState }),
  z.object({ type: z.literal('ack'), data: z.object({ clientId: z.string(), message: supportMessage }) }),
  /** The message was permanently refused; `msg` says why. */
  z.object({
    type: z.literal('refused'),
    data: z.object({ clientId: z.string(), error: z.enum(refusalNames), msg: z.string() }),
  }),
  /**
   * A message, in the order of `seq`; fill a gap with `history`. The customer's own messages arrive as `ack`, sometimes
   * preceded by a `message` with the same `seq`.
   */
  z.object({ type: z.literal('message'), data: supportMessage }),
  z.object({ type: z.literal('typing'), data: z.object({ isTyping: z.boolean() }) }),
  /** Customer service has read up to `seq`. */
  z.object({ type: z.literal('read'), data: z.object({ seq: z.int(), atMs: timeMs }) }),
  z.object({
    type: z.literal('history'),
    data: z.object({
      items: z.array(supportMessage),
      /** More messages exist in the requested direction. */
      hasMore: z.boolean(),
      beforeSeq: z.nullable(z.int()),
      afterSeq: z.nullable(z.int()),
    }),
  }),
  z.object({ type: z.literal('rated'), data: z.object({ score: z.int() }) }),
  z.object({ type: z.literal('pong'), data: z.object({ nowMs: timeMs }) }),
  /**
   * A request that failed: `malformed`, `not-logged-in` (missing or invalid token), `frequent-operations`,
   * `not-allowed`, `system-error`.
   */
  z.object({ type: z.literal('error'), data: z.object({ error: z.enum(refusalNames), msg: z.string() }) }),
])
export type SupportServerMessage = z.output<typeof supportServerMessage>
