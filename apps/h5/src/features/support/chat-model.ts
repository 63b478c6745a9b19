import type { SupportDraft, SupportMessage, SupportServerMessage, SupportState } from '@candor/api/support'

/** `refused`: the server does not let this customer in now. `elsewhere`: the chat is open on another device. */
export type ChatPhase = 'connecting' | 'online' | 'offline' | 'elsewhere' | 'refused'

/** A message of one's own that the server has not acknowledged. */
export interface Outgoing {
  /** Lets the server accept the message once, however often it is sent. */
  readonly clientId: string
  readonly draft: SupportDraft
  readonly atMs: number
  /** Why the server did not take it; null while it is on its way. */
  readonly refusal: string | null
}

/** Who may reply, and when. */
export type ChatSetting = Extract<SupportServerMessage, { type: 'setting' }>['data']

export interface Chat {
  readonly phase: ChatPhase
  /** The server's text when it refused the customer. */
  readonly fault: string | null
  /** Ascending and each once; complete from the first one on. */
  readonly messages: readonly SupportMessage[]
  readonly hasOlder: boolean
  /** Older messages have been requested. */
  readonly isLoadingOlder: boolean
  readonly outgoing: readonly Outgoing[]
  readonly state: SupportState | null
  readonly setting: ChatSetting | null
  readonly isTyping: boolean
  /** The newest message from the other side that arrived while the chat was open: announced once. */
  readonly spoken: SupportMessage | null
  /** A rating was taken. */
  readonly isRated: boolean
}

export const emptyChat: Chat = {
  phase: 'connecting',
  fault: null,
  messages: [],
  hasOlder: false,
  isLoadingOlder: false,
  outgoing: [],
  state: null,
  setting: null,
  isTyping: false,
  spoken: null,
  isRated: false,
}

export type ChatEvent =
  | { readonly type: 'server'; readonly message: SupportServerMessage }
  | { readonly type: 'phase'; readonly phase: ChatPhase; readonly fault?: string }
  | { readonly type: 'send'; readonly outgoing: Outgoing }
  | { readonly type: 'retry'; readonly clientId: string }
  | { readonly type: 'discard'; readonly clientId: string }
  | { readonly type: 'restored'; readonly outgoing: readonly Outgoing[] }
  | { readonly type: 'older' }
  | { readonly type: 'typing-ended' }
  | { readonly type: 'not-sent'; readonly clientId: string; readonly msg: string }
  | { readonly type: 'cleared' }

/** The next state of the chat. */
export function chatReducer(chat: Chat, event: ChatEvent): Chat {
  switch (event.type) {
    case 'server':
      return afterServer(chat, event.message)
    case 'phase':
      return { ...chat, phase: event.phase, fault: event.fault ?? null, isTyping: false, isLoadingOlder: false }
    case 'send':
      return { ...chat, outgoing: [...chat.outgoing, event.outgoing] }
    case 'retry':
      return {
        ...chat,
        outgoing: chat.outgoing.map((one) => (one.clientId === event.clientId ? { ...one, refusal: null } : one)),
      }
    case 'discard':
      return { ...chat, outgoing: chat.outgoing.filter(({ clientId }) => clientId !== event.clientId) }
    case 'restored':
      return withMessages({ ...chat, outgoing: [...event.outgoing, ...chat.outgoing] }, [])
    case 'older':
      return { ...chat, isLoadingOlder: true }
    case 'typing-ended':
      return { ...chat, isTyping: false }
    case 'not-sent':
      return refused(chat, event)
    case 'cleared':
      return { ...emptyChat, phase: chat.phase, setting: chat.setting, outgoing: chat.outgoing }
  }
}

function afterServer(chat: Chat, message: SupportServerMessage): Chat {
  switch (message.type) {
    case 'otherlogin':
      return { ...chat, phase: 'online', fault: null, state: message.data.state }
    case 'setting':
      return { ...chat, setting: message.data }
    case 'state':
      return { ...chat, state: message.data, isRated: chat.isRated && message.data.state === 'closed' }
    case 'ack':
      return withMessages(chat, [message.data.message])
    case 'refused':
      return refused(chat, message.data)
    case 'message':
      return spokenOf(
        { ...withMessages(chat, [message.data]), isTyping: chat.isTyping && message.data.from === 'customer' },
        [message.data],
      )
    case 'typing':
      return { ...chat, isTyping: message.data.isTyping }
    case 'read':
      return chat.state === null
        ? chat
        : { ...chat, state: { ...chat.state, agentReadSeq: message.data.seq, agentReadMs: message.data.atMs } }
    case 'history':
      return afterHistory(chat, message.data)
    case 'rated':
      return { ...chat, isRated: true, state: chat.state === null ? null : { ...chat.state, mayRate: false } }
    case 'pong':
    case 'error':
      return chat
  }
}

function afterHistory(
  chat: Chat,
  { items, hasMore, afterSeq }: Extract<SupportServerMessage, { type: 'history' }>['data'],
): Chat {
  const next = withMessages(chat, items)
  // Messages missed while disconnected are announced; older ones are not.
  if (afterSeq !== null) return spokenOf(next, items)
  return { ...next, hasOlder: hasMore, isLoadingOlder: false }
}

function refused(chat: Chat, { clientId, msg }: { readonly clientId: string; readonly msg: string }): Chat {
  return { ...chat, outgoing: chat.outgoing.map((one) => (one.clientId === clientId ? { ...one, refusal: msg } : one)) }
}

/** Adds messages, each once. An own one that has arrived is no longer on its way. */
function withMessages(chat: Chat, added: readonly SupportMessage[]): Chat {
  const bySeq = new Map([...chat.messages, ...added].map((message) => [message.seq, message]))
  const messages = [...bySeq.values()].toSorted((one, other) => one.seq - other.seq)
  const arrived = new Set(
    messages.flatMap(({ from, clientId }) => (from === 'customer' && clientId !== null ? [clientId] : [])),
  )
  return { ...chat, messages, outgoing: chat.outgoing.filter(({ clientId }) => !arrived.has(clientId)) }
}

function spokenOf(chat: Chat, added: readonly SupportMessage[]): Chat {
  const newest = added.findLast(({ from }) => from === 'agent' || from === 'assistant')
  return newest === undefined ? chat : { ...chat, spoken: newest }
}

/** The seq up to which no message is missing, counted from the oldest one; 0 without messages. */
export function heldSeq(messages: readonly SupportMessage[]): number {
  let held = messages[0]?.seq ?? 0
  for (const { seq } of messages) {
    if (seq > held + 1) break
    held = seq
  }
  return held
}

/** Whether messages between two that are here are missing. */
export function hasGap(messages: readonly SupportMessage[]): boolean {
  return heldSeq(messages) < (messages.at(-1)?.seq ?? 0)
}

/** Consecutive messages, with marks at a new day or after a pause. */
export interface ChatLine {
  readonly message: SupportMessage
  readonly beginsAt: number | null
}

/** After a pause this long the time is shown again. */
const pauseMs = 30 * 60_000

/** The lines of the chat. */
export function chatLines(messages: readonly SupportMessage[]): ChatLine[] {
  return messages.map((message, index) => {
    const before = messages[index - 1]
    const isLater =
      before === undefined ||
      message.atMs - before.atMs > pauseMs ||
      new Date(message.atMs).toDateString() !== new Date(before.atMs).toDateString()
    return { message, beginsAt: isLater ? message.atMs : null }
  })
}

/** The newest own message read by customer service; 0 if none, or if it has replied since: a reply implies it. */
export function readMarkSeq(messages: readonly SupportMessage[], agentReadSeq: number): number {
  const newest = messages.findLast(({ from }) => from !== 'system')
  return newest?.from === 'customer' && newest.seq <= agentReadSeq ? newest.seq : 0
}
