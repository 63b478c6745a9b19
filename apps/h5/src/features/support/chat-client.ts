import { supportCloseCodes, supportServerMessage } from '@candor/api/support'
import type { SupportClientCall, SupportDraft, SupportServerMessage } from '@candor/api/support'
import { Connection, createListeners } from '@candor/client'
import type { SocketEvents, SocketPort } from '@candor/client'
import type { ChatLogin, ChatLoginResult } from './chat-login.ts'
import { chatReducer, emptyChat, hasGap, heldSeq } from './chat-model.ts'
import type { Chat, ChatEvent, Outgoing } from './chat-model.ts'

export interface ChatPorts {
  readonly logIn: () => Promise<ChatLoginResult>
  readonly openSocket: (events: SocketEvents) => SocketPort
  readonly outbox: {
    read(account: string): Outgoing[]
    write(account: string, outgoing: readonly Outgoing[]): void
  }
  readonly language: () => string
  readonly device: string
  readonly newId: () => string
  readonly nowMs: () => number
  readonly random: () => number
}

/** The chat of this page: its state and the customer's actions. */
export interface ChatClient {
  readonly snapshot: () => Chat
  readonly subscribe: (listener: () => void) => () => void
  /** Opens it, or takes it over from another device. */
  readonly open: () => void
  readonly close: () => void
  /** Reconnects without delay, after the browser reports a network. */
  readonly revive: () => void
  /** Called once a second. */
  readonly tick: () => void
  readonly send: (draft: SupportDraft) => void
  readonly retry: (clientId: string) => void
  readonly discard: (clientId: string) => void
  readonly loadOlder: () => void
  /** The customer has seen every message up to this one. */
  readonly read: (seq: number) => void
  readonly typing: (isTyping: boolean) => void
  readonly rate: (score: number, comment: string) => void
  /** The token for photos; null before the login. */
  readonly token: () => string | null
}

const pageSize = 30
const typingLastsMs = 6_000
const limits = { firstRetryMs: 1_000, longestRetryMs: 20_000, pingEveryMs: 20_000, silenceLimitMs: 45_000 }

/** A chat with its ports and its connection. */
interface Room {
  readonly ports: ChatPorts
  readonly connection: Connection<SupportClientCall, SupportServerMessage>
  chat: Chat
  login: ChatLogin | null
  typingUntilMs: number
  typedMs: number
  readSeq: number
  readonly dispatch: (event: ChatEvent) => void
}

/**
 * Keeps the chat open: logs in, fills the gap after a reconnect, and resends unacknowledged messages under their own
 * ids, so that none is lost or doubled.
 */
export function createChatClient(ports: ChatPorts): ChatClient {
  const changes = createListeners<[]>()
  const room: Room = {
    ports,
    connection: new Connection<SupportClientCall, SupportServerMessage>({
      limits,
      nowMs: ports.nowMs,
      random: ports.random,
      openSocket: ports.openSocket,
      schema: supportServerMessage,
      ping: { type: 'ping' },
      prepare: () => logIn(room),
      greeting: () => (room.login === null ? [] : [{ type: 'otherlogin', data: room.login }]),
      isWelcome: ({ type }) => type === 'otherlogin',
      onMessage: (message) => receive(room, message),
      onPhase: (phase) => room.dispatch({ type: 'phase', phase }),
      onClose: (code) => closed(room, code),
    }),
    chat: emptyChat,
    login: null,
    typingUntilMs: 0,
    typedMs: 0,
    readSeq: 0,
    dispatch: (event) => {
      room.chat = chatReducer(room.chat, event)
      changes.notify()
    },
  }
  return { snapshot: () => room.chat, subscribe: changes.add, ...actionsOf(room) }
}

function actionsOf(room: Room): Omit<ChatClient, 'snapshot' | 'subscribe'> {
  const { connection, dispatch } = room
  return {
    open: () => connection.start(),
    close: () => connection.stop(),
    revive: () => {
      if (room.chat.phase === 'offline') connection.revive()
    },
    tick: () => {
      connection.tick()
      if (room.chat.isTyping && room.ports.nowMs() > room.typingUntilMs) dispatch({ type: 'typing-ended' })
    },
    send: (draft) => send(room, draft),
    retry: (clientId) => {
      dispatch({ type: 'retry', clientId })
      room.chat.outgoing.filter((one) => one.clientId === clientId).forEach((one) => postOutgoing(room, one))
    },
    discard: (clientId) => {
      dispatch({ type: 'discard', clientId })
      keep(room)
    },
    loadOlder: () => loadOlder(room),
    read: (seq) => read(room, seq),
    typing: (isTyping) => typing(room, isTyping),
    rate: (score, comment) => post(room, { type: 'rate', data: { score, comment } }),
    token: () => room.login?.token ?? null,
  }
}

function post({ chat, connection }: Room, message: SupportClientCall): void {
  if (chat.phase === 'online') connection.send(message)
}

function postOutgoing(room: Room, { clientId, draft, refusal }: Outgoing): void {
  if (refusal === null) post(room, { type: 'message', data: { clientId, body: draft } })
}

/** Stores the unacknowledged messages for the next start. */
function keep({ login, chat, ports }: Room): void {
  if (login !== null) ports.outbox.write(login.id, chat.outgoing)
}

async function logIn(room: Room): Promise<'ready' | 'later' | 'never'> {
  const { ports, dispatch } = room
  if (room.login !== null) return 'ready'
  const result = await ports.logIn()
  if (!result.ok) {
    if (result.reason === 'network') return 'later'
    dispatch({ type: 'phase', phase: 'refused', fault: result.msg })
    return 'never'
  }
  room.login = result.login
  const known = new Set(room.chat.outgoing.map(({ clientId }) => clientId))
  dispatch({
    type: 'restored',
    outgoing: ports.outbox.read(result.login.id).filter(({ clientId }) => !known.has(clientId)),
  })
  keep(room)
  return 'ready'
}

/** Returns whether to reconnect. */
function closed(room: Room, code: number): boolean {
  if (code === supportCloseCodes.ended) room.login = null
  if (code !== supportCloseCodes.elsewhere) return true
  room.dispatch({ type: 'phase', phase: 'elsewhere' })
  return false
}

function receive(room: Room, message: SupportServerMessage): void {
  room.dispatch({ type: 'server', message })
  const { type } = message
  if (type === 'otherlogin') resume(room)
  if (type === 'typing') room.typingUntilMs = room.ports.nowMs() + typingLastsMs
  if (type === 'ack' || type === 'refused' || type === 'history') keep(room)
  if ((type === 'message' || type === 'history') && hasGap(room.chat.messages)) askMissed(room)
  else if (type === 'history' && message.data.afterSeq !== null && message.data.hasMore) askMissed(room)
  if (type === 'error' && message.data.error === 'not-logged-in') {
    room.login = null
    room.connection.lose()
  }
}

function resume(room: Room): void {
  const { ports, chat } = room
  room.readSeq = 0
  post(room, { type: 'setting', data: { language: ports.language(), device: ports.device } })
  if (chat.messages.length === 0) post(room, { type: 'history', data: { limit: pageSize } })
  else askMissed(room)
  for (const outgoing of chat.outgoing) postOutgoing(room, outgoing)
}

function askMissed(room: Room): void {
  post(room, { type: 'history', data: { afterSeq: heldSeq(room.chat.messages), limit: 100 } })
}

function send(room: Room, draft: SupportDraft): void {
  const outgoing = { clientId: room.ports.newId(), draft, atMs: room.ports.nowMs(), refusal: null }
  room.dispatch({ type: 'send', outgoing })
  keep(room)
  postOutgoing(room, outgoing)
}

function loadOlder(room: Room): void {
  const { messages, hasOlder, isLoadingOlder, phase } = room.chat
  const [oldest] = messages
  if (phase !== 'online' || !hasOlder || isLoadingOlder || oldest === undefined) return
  room.dispatch({ type: 'older' })
  post(room, { type: 'history', data: { beforeSeq: oldest.seq, limit: pageSize } })
}

function read(room: Room, seq: number): void {
  if (room.chat.phase !== 'online' || seq <= Math.max(room.readSeq, room.chat.state?.readSeq ?? 0)) return
  room.readSeq = seq
  post(room, { type: 'read', data: { seq } })
}

function typing(room: Room, isTyping: boolean): void {
  const nowMs = room.ports.nowMs()
  if (isTyping && nowMs - room.typedMs < typingLastsMs / 2) return
  room.typedMs = isTyping ? nowMs : 0
  post(room, { type: 'typing', data: { isTyping } })
}
