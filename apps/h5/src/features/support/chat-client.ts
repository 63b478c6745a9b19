import { supportCloseCodes, supportServerMessage } from '@candor/api/support'
import type { SupportClientCall, SupportDraft, SupportServerMessage } from '@candor/api/support'
import * as z from 'zod/mini'
import type { ChatLogin, ChatLoginResult } from './chat-login.ts'
import { chatReducer, emptyChat, hasGap, heldSeq } from './chat-model.ts'
import type { Chat, ChatEvent, Outgoing } from './chat-model.ts'

/** The part of a WebSocket that the chat uses. */
export interface ChatSocket {
  send(text: string): void
  close(): void
}

export interface ChatSocketEvents {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onClose: (code: number) => void
}

export interface ChatPorts {
  readonly logIn: () => Promise<ChatLoginResult>
  readonly openSocket: (events: ChatSocketEvents) => ChatSocket
  readonly outbox: {
    read(account: string): Outgoing[]
    write(account: string, outgoing: readonly Outgoing[]): void
  }
  readonly language: () => string
  readonly device: string
  readonly newId: () => string
  readonly nowMs: () => number
}

/** The chat of this page: what it holds, and what its customer does. */
export interface ChatClient {
  readonly snapshot: () => Chat
  readonly subscribe: (listener: () => void) => () => void
  /** Opens it, or takes it over from another device. */
  readonly open: () => void
  readonly close: () => void
  /** The network is back: waits no longer. */
  readonly revive: () => void
  /** Once a second. */
  readonly tick: () => void
  readonly send: (draft: SupportDraft) => void
  readonly retry: (clientId: string) => void
  readonly discard: (clientId: string) => void
  readonly loadOlder: () => void
  /** Everything up to here has been seen. */
  readonly read: (seq: number) => void
  readonly typing: (isTyping: boolean) => void
  readonly rate: (score: number, comment: string) => void
  /** The token for photos; null before the chat has let this customer in. */
  readonly token: () => string | null
}

const pageSize = 30
const pingEveryMs = 20_000
const silenceLimitMs = 45_000
const typingLastsMs = 6_000
const firstRetryMs = 1_000
const longestRetryMs = 20_000
/** The code of a line that was given up because nothing was heard on it. */
const silent = 1006

/** What the client knows beside the chat itself. `generation` tells the socket of now from one that was dropped and still speaks. */
interface Line {
  chat: Chat
  login: ChatLogin | null
  socket: ChatSocket | null
  isIn: boolean
  generation: number
  attempt: number
  retryAtMs: number | null
  heardMs: number
  pingedMs: number
  typingUntilMs: number
  typedMs: number
  readSeq: number
}

/** A chat with its ports: what the functions below share. */
interface Room {
  readonly ports: ChatPorts
  readonly line: Line
  readonly dispatch: (event: ChatEvent) => void
}

/**
 * Keeps the chat open: logs in, resumes after a cut from what it holds, and sends again, with its own id, what was not acknowledged, so
 * that nothing is lost or doubled.
 */
export function createChatClient(ports: ChatPorts): ChatClient {
  const listeners = new Set<() => void>()
  const line = newLine()
  const dispatch = (event: ChatEvent) => {
    line.chat = chatReducer(line.chat, event)
    for (const listener of listeners) listener()
  }
  const room: Room = { ports, line, dispatch }
  return {
    snapshot: () => line.chat,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: () => {
      dispatch({ type: 'phase', phase: 'connecting' })
      void connect(room)
    },
    close: () => drop(line),
    revive: () => {
      if (line.chat.phase === 'offline') void connect(room)
    },
    tick: () => tick(room),
    send: (draft) => send(room, draft),
    retry: (clientId) => {
      dispatch({ type: 'retry', clientId })
      line.chat.outgoing.filter((one) => one.clientId === clientId).forEach((one) => postOutgoing(line, one))
    },
    discard: (clientId) => {
      dispatch({ type: 'discard', clientId })
      keep(room)
    },
    loadOlder: () => loadOlder(room),
    read: (seq) => read(line, seq),
    typing: (isTyping) => typing(room, isTyping),
    rate: (score, comment) => post(line, { type: 'rate', data: { score, comment } }),
    token: () => line.login?.token ?? null,
  }
}

function newLine(): Line {
  return {
    chat: emptyChat,
    login: null,
    socket: null,
    isIn: false,
    generation: 0,
    attempt: 0,
    retryAtMs: null,
    heardMs: 0,
    pingedMs: 0,
    typingUntilMs: 0,
    typedMs: 0,
    readSeq: 0,
  }
}

function post(line: Line, message: SupportClientCall): void {
  if (line.isIn || message.type === 'otherlogin') line.socket?.send(JSON.stringify(message))
}

function postOutgoing(line: Line, { clientId, draft, refusal }: Outgoing): void {
  if (refusal === null) post(line, { type: 'message', data: { clientId, body: draft } })
}

/** Keeps what is not acknowledged for the next start. */
function keep({ line, ports }: Room): void {
  if (line.login !== null) ports.outbox.write(line.login.id, line.chat.outgoing)
}

function drop(line: Line): void {
  line.generation += 1
  line.socket?.close()
  line.socket = null
  line.isIn = false
  line.retryAtMs = null
}

function waitAndRetry({ line, ports, dispatch }: Room): void {
  const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** line.attempt)
  line.attempt += 1
  line.retryAtMs = ports.nowMs() + waitMs
  dispatch({ type: 'phase', phase: 'offline' })
}

async function connect(room: Room): Promise<void> {
  const { line, ports, dispatch } = room
  drop(line)
  const own = line.generation
  if (line.login === null) {
    const result = await ports.logIn()
    if (own !== line.generation) return
    if (!result.ok) {
      if (result.reason === 'network') waitAndRetry(room)
      else dispatch({ type: 'phase', phase: 'refused', fault: result.msg })
      return
    }
    line.login = result.login
    const known = new Set(line.chat.outgoing.map(({ clientId }) => clientId))
    dispatch({
      type: 'restored',
      outgoing: ports.outbox.read(result.login.id).filter(({ clientId }) => !known.has(clientId)),
    })
    keep(room)
  }
  openSocket(room, line.login, own)
}

function openSocket(room: Room, login: ChatLogin, own: number): void {
  const { line, ports } = room
  line.heardMs = ports.nowMs()
  line.socket = ports.openSocket({
    onOpen: () => {
      if (own === line.generation) post(line, { type: 'otherlogin', data: login })
    },
    onText: (text) => {
      if (own === line.generation) heard(room, text)
    },
    onClose: (code) => {
      if (own === line.generation) closed(room, code)
    },
  })
}

function closed(room: Room, code: number): void {
  drop(room.line)
  if (code === supportCloseCodes.elsewhere) return room.dispatch({ type: 'phase', phase: 'elsewhere' })
  if (code === supportCloseCodes.ended) room.line.login = null
  waitAndRetry(room)
}

function heard(room: Room, text: string): void {
  const { line, ports, dispatch } = room
  line.heardMs = ports.nowMs()
  const message = parsed(text)
  if (message === null) return
  dispatch({ type: 'server', message })
  const { type } = message
  if (type === 'otherlogin') resume(room)
  if (type === 'typing') line.typingUntilMs = line.heardMs + typingLastsMs
  if (type === 'ack' || type === 'refused' || type === 'history') keep(room)
  if ((type === 'message' || type === 'history') && hasGap(line.chat.messages)) askMissed(line)
  else if (type === 'history' && message.data.afterSeq !== null && message.data.hasMore) askMissed(line)
  if (type === 'error' && message.data.error === 'not-logged-in') closed(room, supportCloseCodes.ended)
}

function resume({ line, ports }: Room): void {
  line.isIn = true
  line.attempt = 0
  line.readSeq = 0
  post(line, { type: 'setting', data: { language: ports.language(), device: ports.device } })
  if (line.chat.messages.length === 0) post(line, { type: 'history', data: { limit: pageSize } })
  else askMissed(line)
  for (const outgoing of line.chat.outgoing) postOutgoing(line, outgoing)
}

function askMissed(line: Line): void {
  post(line, { type: 'history', data: { afterSeq: heldSeq(line.chat.messages), limit: 100 } })
}

function tick(room: Room): void {
  const { line, ports, dispatch } = room
  const nowMs = ports.nowMs()
  if (line.retryAtMs !== null && nowMs >= line.retryAtMs) void connect(room)
  if (line.chat.isTyping && nowMs > line.typingUntilMs) dispatch({ type: 'typing-ended' })
  if (line.socket === null) return
  if (nowMs - line.heardMs > silenceLimitMs) closed(room, silent)
  else if (line.isIn && nowMs - line.pingedMs > pingEveryMs) {
    line.pingedMs = nowMs
    post(line, { type: 'ping' })
  }
}

function send(room: Room, draft: SupportDraft): void {
  const outgoing = { clientId: room.ports.newId(), draft, atMs: room.ports.nowMs(), refusal: null }
  room.dispatch({ type: 'send', outgoing })
  keep(room)
  postOutgoing(room.line, outgoing)
}

function loadOlder({ line, dispatch }: Room): void {
  const [oldest] = line.chat.messages
  if (!line.isIn || !line.chat.hasOlder || line.chat.isLoadingOlder || oldest === undefined) return
  dispatch({ type: 'older' })
  post(line, { type: 'history', data: { beforeSeq: oldest.seq, limit: pageSize } })
}

function read(line: Line, seq: number): void {
  if (!line.isIn || seq <= Math.max(line.readSeq, line.chat.state?.readSeq ?? 0)) return
  line.readSeq = seq
  post(line, { type: 'read', data: { seq } })
}

function typing({ line, ports }: Room, isTyping: boolean): void {
  const nowMs = ports.nowMs()
  if (isTyping && nowMs - line.typedMs < typingLastsMs / 2) return
  line.typedMs = isTyping ? nowMs : 0
  post(line, { type: 'typing', data: { isTyping } })
}

/** Parses what the server sent. Messages of a newer server are skipped. */
function parsed(text: string): SupportServerMessage | null {
  try {
    const result = z.safeParse(supportServerMessage, JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
