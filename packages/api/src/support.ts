import * as z from 'zod/mini'
import { assetName, decimalText, photoFile, timeMs } from './fields.ts'
import { customerOperation } from './operation.ts'

/**
 * Customer service, from the customer's side:
 * 1. `index/kefu_user` (with the login token) returns a one-time ticket. 2. `supportLoginPath` (at the customer-service
 * host) exchanges it for `data.id` and `data.token`. 3. The socket `supportSocketPath` takes `otherlogin` with both,
 * then `setting`, then everything else: see `support-client-message.ts` and `support-socket.ts`. 4. Photos are uploaded
 * and downloaded over HTTP with the header `token: data.token`: `supportUploadPath`, `supportImagePath`.
 */

/** Kefu login: POST, form `username, password, agentid` → `supportLoginAnswer`. */
export const supportLoginPath = '/chat/api/user.php?act=userlogin'
/** POST, multipart with the one field `photo` (see `supportUpload`), header `token` → `supportUploadAnswer`. */
export const supportUploadPath = '/chat/api/upload'
/**
 * GET with the header `token` (fetch it and show a blob) → WebP; 404 when the photo is in none of the customer's
 * messages, 408 without a valid token.
 */
export function supportImagePath(imageId: string): string {
  return `/chat/api/image/${encodeURIComponent(imageId)}`
}

/**
 * The data of the refusals `account-disabled` and `account-closed` of `user/login`: a token valid for `index/kefu_user`
 * only.
 */
export const accountDisabledData = z.object({ supportToken: z.string() })

export const indexKefuUser = customerOperation('index/kefu_user', 'login', {
  summary:
    'A ticket for customer service: `data.user.mobile` (the mobile number, or else the account number) and `data.user.password`, which opens the chat once within 60 s. Verification is not needed, and a disabled account is served as well.',
  servesDisabled: true,
  output: z.object({ user: z.object({ mobile: z.string(), password: z.string() }) }),
})

const clockText = z.string('required').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'wrong-format'))

/**
 * Opening hours of customer service in a time zone (IANA). A day may have several spans; 00:00 to 24:00 is the whole
 * day. 1 is Monday.
 */
export const supportHours = z.object({
  timeZone: z.string('required').check(z.minLength(1, 'required'), z.maxLength(60, 'too-long')),
  days: z
    .array(
      z.object({
        day: z.int('wrong-format').check(z.gte(1, 'too-small'), z.lte(7, 'too-large')),
        from: clockText,
        until: clockText,
      }),
    )
    .check(z.maxLength(21, 'too-large')),
})
export type SupportHours = z.output<typeof supportHours>

/** Whether an agent is on duty. `usualWaitMs` is the median of recent waits, null when there were none. */
export const supportAvailability = z.object({
  hours: supportHours,
  isOpen: z.boolean(),
  /** When the hours start again; null during opening hours, or without any. */
  nextOpenMs: z.nullable(timeMs),
  agentsOnline: z.int(),
  usualWaitMs: z.nullable(z.int()),
  /** Days for which a closed conversation is kept. */
  keptDays: z.int(),
})
export type SupportAvailability = z.output<typeof supportAvailability>

export const supportConfig = customerOperation('support/config', 'public', {
  summary:
    'Opening hours, how many people are on duty, and the customer-service host: null stands for "kefu." plus the host of the app, or the page’s own origin on localhost and IP addresses.',
  output: z.extend(supportAvailability, { kefuHost: z.nullable(z.string()) }),
})

/** The form of the kefu login. `agentid` is part of the wire format and has no effect: any free agent replies. */
export const supportLoginForm = z.object({
  username: z.string('required').check(z.minLength(1, 'required'), z.maxLength(64, 'too-long')),
  password: z.string('required').check(z.minLength(1, 'required'), z.maxLength(128, 'too-long')),
  agentid: z.optional(z.string().check(z.maxLength(20, 'too-long'))),
})

/** A person of customer service, or the sandbox's automatic assistant. */
export const supportAgent = z.object({ id: z.string(), name: z.string(), isAssistant: z.boolean() })
export type SupportAgent = z.output<typeof supportAgent>

/**
 * The envelope of the kefu login, which differs from the API's: code 200 means success, anything else a refusal whose
 * `msg` is shown. The token lasts 12 hours, and at most as long as the login that requested the ticket.
 */
export const supportLoginAnswer = z.discriminatedUnion('code', [
  z.object({
    code: z.literal(200),
    msg: z.string(),
    /** `id` is the account number; both go into `otherlogin`. */
    data: z.object({ id: z.string(), token: z.string(), expiresMs: timeMs }),
    /** The one group of agents, with the number on duty. */
    groups: z.array(z.object({ id: z.string(), online: z.int() })),
    /** The agents in this customer's conversation; empty if none. */
    friends: z.array(supportAgent),
  }),
  z.object({ code: z.literal(0), msg: z.string(), error: z.string() }),
])

/** The form of an upload: a JPEG, PNG or WebP of at most 10 MB, which is re-encoded and stored encrypted. */
export const supportUpload = z.object({ photo: photoFile })

/** The response to an upload: `imageId` then goes into a message of kind `image`, within an hour. */
export const supportUploadAnswer = z.discriminatedUnion('code', [
  z.object({
    code: z.literal(200),
    msg: z.string(),
    data: z.object({ imageId: z.string(), widthPx: z.int(), heightPx: z.int() }),
  }),
  z.object({ code: z.literal(0), msg: z.string(), error: z.string() }),
])

/** The most letters that a message has. */
export const supportTextLength = 2_000

/** The customer's own records that a message can refer to. */
export const supportThing = z.enum(['withdrawal', 'recharge', 'order', 'sale'], 'unknown-value')
export type SupportThing = z.output<typeof supportThing>

/** The conversation's own events. */
export const supportEvent = z.enum(['waiting', 'agent-joined', 'transferred', 'returned', 'closed', 'outside-hours'])
export type SupportEvent = z.output<typeof supportEvent>

/** The content of a message. */
export const supportBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('image'), imageId: z.string(), widthPx: z.int(), heightPx: z.int() }),
  z.object({ kind: z.literal('location'), lat: z.number(), lng: z.number(), label: z.string() }),
  z.object({
    kind: z.literal('thing'),
    thing: supportThing,
    id: z.string(),
    /** As it was when the message was sent: `state` is the thing's own, as its records name it. */
    facts: z.object({
      asset: assetName,
      amount: decimalText,
      state: z.string(),
      symbol: z.nullable(z.string()),
      atMs: timeMs,
    }),
  }),
  /** An event of the conversation; `agent` is the agent who joined or took over. */
  z.object({ kind: z.literal('event'), event: supportEvent }),
])
export type SupportBody = z.output<typeof supportBody>

/**
 * One message. `seq` numbers the messages of the conversation from 1, without gaps: a client that has 1 to n requests
 * what follows n. `clientId` is the sender's own id; null for events and for the assistant.
 * `{ seq: 7, atMs: 1795287600000, from: 'agent', agent: { id: '3', name: 'mara', isAssistant: false }, clientId: '…',
 * body: { kind: 'text', text: 'Hi' } }`
 */
export const supportMessage = z.object({
  seq: z.int(),
  atMs: timeMs,
  from: z.enum(['customer', 'agent', 'assistant', 'system']),
  agent: z.nullable(supportAgent),
  clientId: z.nullable(z.string()),
  body: supportBody,
})
export type SupportMessage = z.output<typeof supportMessage>
