import { serverMessage } from '@candor/contract'
import type { ClientMessage, ServerMessage } from '@candor/contract'
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

/** Keeps one socket open: reconnects with backoff and jitter, pings, and drops a socket that has gone silent. `tick` once a second drives it. */
export function createConnection(options: ConnectionOptions): Connection {
  let socket: SocketPort | null = null
  let generation = 0
  let isOpen = false
  let attempt = 0
  let retryAtMs: number | null = null
  let lastHeardMs = 0
  let lastPingMs = 0
  let pingSentMs: number | null = null

  function open(): void {
    generation += 1
    const own = generation
    isOpen = false
    retryAtMs = null
    pingSentMs = null
    lastHeardMs = options.nowMs()
    socket = options.openSocket({
      onOpen: () => own === generation && opened(),
      onText: (text) => own === generation && heard(text),
      onClose: () => own === generation && closed(),
    })
  }

  function opened(): void {
    isOpen = true
    lastHeardMs = options.nowMs()
    for (const message of options.greeting()) send(message)
    ping()
  }

  function closed(): void {
    socket = null
    isOpen = false
    retryAtMs = options.nowMs() + backoffMs(attempt, options.random())
    attempt += 1
    options.onPhase('offline')
  }

  function drop(): void {
    generation += 1
    socket?.close()
    socket = null
    isOpen = false
  }

  function heard(text: string): void {
    lastHeardMs = options.nowMs()
    const message = readMessage(text)
    if (message === null) return
    attempt = 0
    if (message.op === 'hello') options.onPhase('online')
    if (message.op === 'pong' && pingSentMs !== null) {
      options.onPong(pingSentMs, message.nowMs)
      pingSentMs = null
    }
    options.onMessage(message)
  }

  function send(message: ClientMessage): void {
    if (isOpen) socket?.send(JSON.stringify(message))
  }

  function ping(): void {
    lastPingMs = options.nowMs()
    pingSentMs = lastPingMs
    send({ op: 'ping' })
  }

  function reopen(): void {
    drop()
    open()
  }

  return {
    start: () => {
      options.onPhase('connecting')
      open()
    },
    send,
    restart: reopen,
    revive: () => {
      const isSilent = options.nowMs() - lastHeardMs > sleepLimitMs
      if (!isOpen || isSilent) {
        attempt = 0
        reopen()
      }
    },
    lose: () => {
      drop()
      closed()
    },
    tick: () => {
      const nowMs = options.nowMs()
      if (socket === null) {
        if (retryAtMs !== null && nowMs >= retryAtMs) open()
        return
      }
      if (nowMs - lastHeardMs > silenceLimitMs) {
        drop()
        closed()
      } else if (isOpen && nowMs - lastPingMs >= pingEveryMs) {
        ping()
      }
    },
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
