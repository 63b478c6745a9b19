import * as z from 'zod/mini'
import { languages } from '../languages.ts'
import { fileOutput, listLimit, noData, page, photoFile, timeMs, wholeNumber } from '../fields.ts'
import { longFormBytes, operatorOperation } from '../operation.ts'
import { supportClientId, supportImageId, supportText } from '../support-draft.ts'
import { supportHours, supportMessage, supportTextLength } from '../support.ts'
import type { SupportHours } from '../support.ts'
import { kycState } from '../user-view.ts'
import { flag, freeText, idText, nested } from './operator-fields.ts'
import { operatorAct, operatorDetail, operatorList } from './records.ts'

/**
 * Customer service, from the agents' side. The agent desk polls: `operator/support_desk` returns each conversation's
 * `newestSeq` every 1.5 s, and `operator/support_history` with `afterSeq` fetches newer messages.
 */

const agents = ['support', 'lead'] as const

/**
 * A conversation in a list. A customer has one, which is opened again by a new message. A visitor without an account
 * has one as well: either `customer` or `visitor` is null.
 */
export const supportConversation = z.object({
  id: z.string(),
  customer: z.nullable(
    z.object({
      /** The platform's internal number, for `operator/customer`, whose use is recorded. */
      id: z.string(),
      /** The account number that the customer sees. */
      publicId: z.string(),
      kycState,
      isEnabled: z.boolean(),
      isOnline: z.boolean(),
      isTyping: z.boolean(),
    }),
  ),
  visitor: z.nullable(z.object({ isOnline: z.boolean() })),
  state: z.enum(['waiting', 'answering', 'closed']),
  /** The agent who claimed it; null if none did. */
  agent: z.nullable(z.object({ operatorId: z.string(), name: z.string(), isOwn: z.boolean() })),
  /** As reported by the customer's app; null before. */
  language: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** When its customer wrote into an unopened or closed conversation last. */
  openedMs: timeMs,
  /**
   * Since when the customer has been waiting: for a claim in state `waiting`, for a reply in state `answering`; null
   * otherwise.
   */
  waitingSinceMs: z.nullable(timeMs),
  /** The customer waits for longer than the alarm allows. */
  isOverdue: z.boolean(),
  newestSeq: z.int(),
  /** The customer's messages that no agent has read. */
  unread: z.int(),
  agentReadSeq: z.int(),
  customerReadSeq: z.int(),
  /** The newest message that is not an event, its text cut to 120 characters; null before there is one. */
  lastMessage: z.nullable(supportMessage),
  /** How its newest closed part was rated. */
  rating: z.nullable(z.object({ score: z.int(), comment: z.string(), atMs: timeMs })),
})
export type SupportConversation = z.output<typeof supportConversation>

export const operatorSupportDesk = operatorOperation('operator/support_desk', agents, {
  summary:
    'What an agent needs every 1.5 s: whether on duty, the queue (the longest wait first), the own conversations, who else is there.',
  output: z.object({
    nowMs: timeMs,
    isOnDuty: z.boolean(),
    isOpen: z.boolean(),
    alarmMs: z.int(),
    /** At most 200, of them at most 100 of visitors. */
    queue: z.array(supportConversation),
    own: z.array(supportConversation),
    waitingCount: z.int(),
    /** All agents who may reply, with their number of conversations. */
    agents: z.array(
      z.object({
        operatorId: z.string(),
        name: z.string(),
        isOnDuty: z.boolean(),
        conversations: z.int(),
        isOwn: z.boolean(),
      }),
    ),
  }),
})

export const operatorSupportDuty = operatorOperation('operator/support_duty', agents, {
  summary:
    'Goes on duty or off duty. Own conversations stay with the agent. Who has not asked for the desk for 90 s counts as off duty.',
  input: z.object({ isOnDuty: flag }),
  output: z.object({ isOnDuty: z.boolean() }),
})

export const operatorSupportList = operatorList('operator/support_list', agents, {
  summary:
    'Conversations, the last active first. `text` is an account number, a mobile number, an e-mail, or words of a message; `mine` only those that the caller has or had.',
  filters: {
    state: z.optional(z.enum(['waiting', 'answering', 'closed'], 'unknown-value')),
    text: z.optional(freeText({ min: 0, max: 100 })),
    mine: z._default(flag, false),
  },
  output: page(supportConversation),
})

const noteView = z.object({ id: z.string(), operator: z.string(), atMs: timeMs, text: z.string() })

export const operatorSupportConversation = operatorDetail('operator/support_conversation', agents, {
  summary:
    'One conversation with what agents noted, and its ratings. Balances are in `operator/customer`. Opening another agent’s conversation is recorded.',
  output: z.object({
    conversation: supportConversation,
    /** Null for a visitor. */
    registeredMs: z.nullable(timeMs),
    notes: z.array(noteView),
    ratings: z.array(z.object({ score: z.int(), comment: z.string(), atMs: timeMs, operator: z.nullable(z.string()) })),
  }),
})

const seq = wholeNumber

export const operatorSupportHistory = operatorOperation('operator/support_history', agents, {
  summary: 'Messages of a conversation, ascending: below `beforeSeq`, above `afterSeq`, or the newest.',
  input: z.object({ id: idText, beforeSeq: z.optional(seq), afterSeq: z.optional(seq), limit: listLimit }),
  output: z.object({ items: z.array(supportMessage), hasMore: z.boolean() }),
  refusals: ['not-found'],
})

export const operatorSupportClaim = operatorAct('operator/support_claim', agents, {
  summary:
    'Takes a waiting or closed conversation. Where somebody else has it, the refusal carries `{ name }`. One’s own again is no fault.',
  output: supportConversation,
  refusals: ['already-claimed'],
})

export const operatorSupportSend = operatorOperation('operator/support_send', agents, {
  summary:
    'Writes into an own conversation. The same `clientId` again returns the first message; with another text it is a conflict.',
  maxFormBytes: longFormBytes,
  input: z.object({ id: idText, clientId: supportClientId, text: supportText(supportTextLength) }),
  output: supportMessage,
  refusals: ['not-found', 'conflict'],
})

export const operatorSupportSendImage = operatorOperation('operator/support_send_image', agents, {
  summary:
    'Sends a photo (multipart) into an own conversation with a customer: a JPEG, PNG or WebP of at most 10 MB. Exactly once for a `clientId`. Without one it is `photo-invalid`.',
  input: z.object({ id: idText, clientId: supportClientId, photo: z.optional(photoFile) }),
  output: supportMessage,
  refusals: ['not-found', 'conflict', 'photo-invalid', 'frequent-operations'],
})

export const operatorSupportImage = operatorOperation('operator/support_image', agents, {
  summary: 'A photo of a conversation (WebP). That a customer’s photo was opened is recorded.',
  input: z.object({ id: idText, imageId: supportImageId }),
  output: fileOutput,
  refusals: ['not-found'],
})

export const operatorSupportTyping = operatorOperation('operator/support_typing', agents, {
  summary: 'Shows the customer of an own conversation that the agent writes; worth six seconds.',
  input: z.object({ id: idText, isTyping: flag }),
  output: noData,
  refusals: ['not-found'],
})

export const operatorSupportRead = operatorOperation('operator/support_read', agents, {
  summary: 'Everything up to `seq` was shown to the agent who has the conversation; the customer sees it as read.',
  input: z.object({ id: idText, seq }),
  output: noData,
  refusals: ['not-found'],
})

export const operatorSupportTransfer = operatorOperation('operator/support_transfer', agents, {
  summary:
    'Hands an own conversation to an agent on duty, or (without `operatorId`) back to the queue, at the place of its wait.',
  input: z.object({ id: idText, operatorId: z.optional(idText) }),
  output: supportConversation,
  refusals: ['not-found'],
})

export const operatorSupportClose = operatorAct('operator/support_close', agents, {
  summary:
    'Ends an own conversation, which its customer may then rate. A new message of the customer opens it again, in the queue.',
  output: supportConversation,
})

export const operatorSupportNoteAdd = operatorOperation('operator/support_note_add', agents, {
  summary: 'Notes something for other agents. The customer never sees it. It cannot be changed.',
  maxFormBytes: longFormBytes,
  input: z.object({ id: idText, text: supportText(2_000) }),
  output: noteView,
  refusals: ['not-found'],
})

/** A canned reply, shared by all agents. `language` is null when it fits every language. */
export const supportCannedAnswer = z.object({
  id: z.string(),
  title: z.string(),
  language: z.nullable(z.string()),
  text: z.string(),
})
export type SupportCannedAnswer = z.output<typeof supportCannedAnswer>
const cannedFields = {
  title: supportText(60),
  language: z.optional(z.enum(languages, 'unknown-value')),
  text: supportText(supportTextLength),
}

export const operatorSupportCanned = operatorOperation('operator/support_canned', agents, {
  summary: 'Canned answers, by title.',
  output: z.object({ items: z.array(supportCannedAnswer) }),
})

export const operatorSupportCannedAdd = operatorOperation('operator/support_canned_add', agents, {
  summary: 'Adds a canned answer; there are at most 200.',
  maxFormBytes: longFormBytes,
  input: z.object(cannedFields),
  output: supportCannedAnswer,
  refusals: ['limit-reached'],
})

export const operatorSupportCannedChange = operatorOperation('operator/support_canned_change', agents, {
  summary: 'Changes a canned answer.',
  maxFormBytes: longFormBytes,
  input: z.object({ id: idText, ...cannedFields }),
  output: supportCannedAnswer,
  refusals: ['not-found'],
})

export const operatorSupportCannedRemove = operatorAct('operator/support_canned_remove', agents, {
  summary: 'Removes a canned answer.',
  output: noData,
})

/** Opening hours, the wait after which the agent desk rings, and who set them; null while unset. */
export const supportSettings = z.object({
  hours: supportHours,
  alarmMs: z.int(),
  changed: z.nullable(z.object({ operator: z.string(), atMs: timeMs })),
})
export type SupportSettings = z.output<typeof supportSettings>

/**
 * Each span ends after it starts, and spans of a day do not overlap. Checked where hours are set, so that the app,
 * which only reads them, does not carry the rule.
 */
const newHours = supportHours.check(
  z.refine(({ days }) => days.every(({ from, until }) => from < until), { path: ['days'], error: 'too-small' }),
  z.refine(({ days }) => days.every((span, index) => !days.slice(0, index).some((earlier) => overlap(earlier, span))), {
    path: ['days'],
    error: 'too-small',
  }),
)

type Span = SupportHours['days'][number]

function overlap(one: Span, other: Span): boolean {
  return one.day === other.day && one.from < other.until && other.from < one.until
}

export const operatorSupportSettings = operatorOperation('operator/support_settings', agents, {
  summary: 'Opening hours and the alarm of the waiting time, and who changed them last.',
  output: supportSettings,
})

export const operatorSupportSettingsChange = operatorOperation('operator/support_settings_change', ['lead'], {
  summary:
    'Changes opening hours (`hours` as JSON; an unknown time zone and hours that overlap are refused) and the alarm (30 s to 2 h).',
  input: z.object({
    hours: nested(newHours),
    alarmMs: wholeNumber.check(z.gte(30_000, 'too-small'), z.lte(7_200_000, 'too-large')),
  }),
  output: supportSettings,
  refusals: ['invalid'],
})
