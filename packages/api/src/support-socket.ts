import * as z from 'zod/mini'
import { timeMs } from './fields.ts'
import { supportAgent, supportAvailability, supportMessage } from './support.ts'
import { refusalNames } from './refusals.ts'

/** The socket of customer service, at the customer-service host. Every message is `{ type, data }` in JSON, both ways. */
export const supportSocketPath = '/chat/socket'
/** Its WebSocket subprotocol. */
export const supportSocketProtocol = 'candor.support.v1.json'
/** Limits of one socket: whoever sends longer or faster is closed (1009, 1008). */
export const supportSocketLimits = { messageBytes: 32_768, messagesPerSecond: 20 } as const

/**
 * Why the server closes a socket, beside the general codes (1001 restart: come again soon; 1011 fault: come again; 1013 too slow).
 * `ended`: draw a new ticket. `elsewhere`: another place of this customer has logged in; do not come back by yourself, or two
 * places take turns for ever.
 */
export const supportCloseCodes = { ended: 4001, elsewhere: 4002 } as const

/** How the conversation stands, for its customer. Sent whenever it changes. */
export const supportState = z.object({
  /** `none`: nothing was ever written. `closed`: the next message opens it again. */
  state: z.enum(['none', 'waiting', 'answering', 'closed']),
  /** Who answers; null while nobody does. */
  agent: z.nullable(supportAgent),
  /** While it waits: 1 is next; `waitMs` is an estimate, null where nothing is known. */
  queue: z.nullable(z.object({ position: z.int(), waitMs: z.nullable(z.int()) })),
  /** Of the newest message, 0 where there is none. */
  newestSeq: z.int(),
  /** What this customer has read, on any device. */
  readSeq: z.int(),
  /** What customer service has read, and when. */
  agentReadSeq: z.int(),
  agentReadMs: z.nullable(timeMs),
  /** The conversation is closed and not rated yet. */
  mayRate: z.boolean(),
})
export type SupportState = z.output<typeof supportState>

/** What the server sends. */
export const supportServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('otherlogin'), data: z.object({ id: z.string(), nowMs: timeMs, state: supportState }) }),
  z.object({
    type: z.literal('setting'),
    data: z.object({
      /** `welcome`: somebody is on duty. `away`: it is open, but nobody is. `closed`: outside the hours. `assistant`: the sandbox's automatic answer. */
      greeting: z.enum(['welcome', 'away', 'closed', 'assistant']),
      availability: supportAvailability,
    }),
  }),
  z.object({ type: z.literal('state'), data: supportState }),
  z.object({ type: z.literal('ack'), data: z.object({ clientId: z.string(), message: supportMessage }) }),
  /** The message was not taken, and never will be as it is: `msg` says why. */
  z.object({
    type: z.literal('refused'),
    data: z.object({ clientId: z.string(), error: z.enum(refusalNames), msg: z.string() }),
  }),
  /** A message, in the order of `seq`; a gap is filled by `history`. One’s own comes as `ack`, and now and then as a `message` before it: told by `seq`. */
  z.object({ type: z.literal('message'), data: supportMessage }),
  z.object({ type: z.literal('typing'), data: z.object({ isTyping: z.boolean() }) }),
  /** Customer service has read up to `seq`. */
  z.object({ type: z.literal('read'), data: z.object({ seq: z.int(), atMs: timeMs }) }),
  z.object({
    type: z.literal('history'),
    data: z.object({
      items: z.array(supportMessage),
      /** There are more in the direction that was asked for. */
      hasMore: z.boolean(),
      beforeSeq: z.nullable(z.int()),
      afterSeq: z.nullable(z.int()),
    }),
  }),
  z.object({ type: z.literal('rated'), data: z.object({ score: z.int() }) }),
  z.object({ type: z.literal('pong'), data: z.object({ nowMs: timeMs }) }),
  /** What could not be served: `malformed`, `not-logged-in` (no token, or none that is good), `frequent-operations`, `not-allowed`, `system-error`. */
  z.object({ type: z.literal('error'), data: z.object({ error: z.enum(refusalNames), msg: z.string() }) }),
])
export type SupportServerMessage = z.output<typeof supportServerMessage>
