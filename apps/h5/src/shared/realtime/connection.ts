import { serverMessage } from '@candor/api'
import type { ClientMessage, ServerMessage } from '@candor/api'
import * as z from 'zod/mini'
import { backoffMs } from './subscriptions.ts'

export type ConnectionPhase = 'connecting' | 'online' | 'offline'

/** The part of a WebSocket that the connection uses. */
export interface SocketPort {
  send(text: string): void
  close(): void
}

export interface SocketEvents {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

export interface ConnectionOptions {
  readonly openSocket: (events: SocketEvents) => SocketPort
  readonly nowMs: () => number
  readonly random: () => number
  /** Messages to send first on each fresh socket: login and subscriptions. */
  readonly greeting: () => readonly ClientMessage[]
  readonly onMessage: (message: ServerMessage) => void
  readonly onPhase: (phase: ConnectionPhase) => void
  readonly onPong: (sentMs: number, serverMs: number) => void
}

export interface Connection {
  readonly start: () => void
  /** Sends now, or not at all: what must survive a cut belongs to the greeting. */
  readonly send: (message: ClientMessage) => void
  /** Checks whether the socket still lives, after sleep or when the network is back; if it is silent, opens another at once. */
  readonly revive: () => void
  /** Closes the socket and opens another (after signing out). */
  readonly restart: () => void
  /** The device says that it has no network. */
  readonly lose: () => void
  readonly tick: () => void
}

const pingEveryMs = 10_000
const silenceLimitMs = 15_000
const sleepLimitMs = 4_000

/** What a connection knows about its socket. `generation` tells a fresh socket from one that was dropped and still speaks. */
interface Line {
  socket: SocketPort | null
  generation: number
  isOpen: boolean
  /** Failures in a row. */
  attempt: number
  retryAtMs: number | null
  lastHeardMs: number
  lastPingMs: number
  /** A ping whose answer is awaited. */
  pingSentMs: number | null
}

/** Keeps one socket open: reconnects with backoff and jitter, pings, and drops a socket that has gone silent. `tick` once a second drives it. */
export function createConnection(options: ConnectionOptions): Connection {
  const line: Line = {
    socket: null,
    generation: 0,
    isOpen: false,
    attempt: 0,
    retryAtMs: null,
    lastHeardMs: 0,
    lastPingMs: 0,
    pingSentMs: null,
  }
  return {
    start: () => {
      options.onPhase('connecting')
      open(line, options)
    },
    send: (message) => send(line, message),
    restart: () => reopen(line, options),
    revive: () => {
      const isSilent = options.nowMs() - line.lastHeardMs > sleepLimitMs
      if (line.isOpen && !isSilent) return
      line.attempt = 0
      reopen(line, options)
    },
    lose: () => lose(line, options),
    tick: () => tick(line, options),
  }
}

function open(line: Line, options: ConnectionOptions): void {
  line.generation += 1
  const own = line.generation
  const isCurrent = () => own === line.generation
  line.isOpen = false
  line.retryAtMs = null
  line.pingSentMs = null
  line.lastHeardMs = options.nowMs()
  line.socket = options.openSocket({
    onOpen: () => {
      if (isCurrent()) opened(line, options)
    },
    onText: (text) => {
      if (isCurrent()) heard(line, options, text)
    },
    onClose: () => {
      if (isCurrent()) closed(line, options)
    },
  })
}

function opened(line: Line, options: ConnectionOptions): void {
  line.isOpen = true
  line.lastHeardMs = options.nowMs()
  for (const message of options.greeting()) send(line, message)
  ping(line, options)
}

function heard(line: Line, options: ConnectionOptions, text: string): void {
  line.lastHeardMs = options.nowMs()
  const message = readMessage(text)
  if (message === null) return
  line.attempt = 0
  if (message.op === 'hello') options.onPhase('online')
  if (message.op === 'pong' && line.pingSentMs !== null) {
    options.onPong(line.pingSentMs, message.nowMs)
    line.pingSentMs = null
  }
  options.onMessage(message)
}

function closed(line: Line, options: ConnectionOptions): void {
  line.socket = null
  line.isOpen = false
  line.retryAtMs = options.nowMs() + backoffMs(line.attempt, options.random())
  line.attempt += 1
  options.onPhase('offline')
}

function drop(line: Line): void {
  line.generation += 1
  line.socket?.close()
  line.socket = null
  line.isOpen = false
}

function reopen(line: Line, options: ConnectionOptions): void {
  drop(line)
  open(line, options)
}

function lose(line: Line, options: ConnectionOptions): void {
  drop(line)
  closed(line, options)
}

function send(line: Line, message: ClientMessage): void {
  if (line.isOpen) line.socket?.send(JSON.stringify(message))
}

function ping(line: Line, options: ConnectionOptions): void {
  line.lastPingMs = options.nowMs()
  line.pingSentMs = line.lastPingMs
  send(line, { op: 'ping' })
}

function tick(line: Line, options: ConnectionOptions): void {
  const nowMs = options.nowMs()
  if (line.socket === null) {
    if (line.retryAtMs !== null && nowMs >= line.retryAtMs) open(line, options)
  } else if (nowMs - line.lastHeardMs > silenceLimitMs) {
    lose(line, options)
  } else if (line.isOpen && nowMs - line.lastPingMs >= pingEveryMs) {
    ping(line, options)
  }
}

/** Parses what the server sent. Unknown messages of a newer server are skipped, not an error. */
function readMessage(text: string): ServerMessage | null {
  try {
    const parsed = z.safeParse(serverMessage, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
