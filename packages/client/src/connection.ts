import { jsonOf } from '@candor/api'
import * as z from 'zod/mini'
import type { SocketEvents, SocketPort } from './web-socket.ts'

export type ConnectionPhase = 'connecting' | 'online' | 'offline'

export interface ConnectionLimits {
  /** The longest pause before the first retry; it doubles with each failure in a row. */
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  readonly pingEveryMs: number
  /** A socket that receives nothing for this long is dropped. */
  readonly silenceLimitMs: number
}

export interface ConnectionOptions<Sent, Received> {
  readonly limits: ConnectionLimits
  readonly nowMs: () => number
  readonly random: () => number
  /** Called before each socket, such as to log in. `later` retries after a pause, `never` gives up. */
  readonly prepare?: () => Promise<'ready' | 'later' | 'never'>
  readonly openSocket: (events: SocketEvents) => SocketPort
  /** Messages sent first on each socket: login and subscriptions. */
  readonly greeting: () => readonly Sent[]
  readonly ping: Sent
  /** The server's messages. Messages of a newer server that do not fit are skipped. */
  readonly schema: z.core.$ZodType<Received>
  /** Whether a message accepts this client: the connection is online from then on. */
  readonly isWelcome: (message: Received) => boolean
  readonly onMessage: (message: Received) => void
  readonly onPhase: (phase: ConnectionPhase) => void
  readonly onPing?: (sentMs: number) => void
  /** Called when the server closes the socket. Returns whether to reconnect; by default a connection always does. */
  readonly onClose?: (code: number) => boolean
}

const sleepLimitMs = 4_000

/**
 * Returns the pause before a retry (attempt 0 is the first). It doubles up to the limit; half is random, so that
 * clients do not return together.
 */
export function backoffMs(
  attempt: number,
  random: number,
  { firstRetryMs, longestRetryMs }: Pick<ConnectionLimits, 'firstRetryMs' | 'longestRetryMs'>,
): number {
  const fullMs = Math.min(longestRetryMs, firstRetryMs * 2 ** attempt)
  return Math.round(fullMs / 2 + (fullMs / 2) * random)
}

/** Keeps one socket open: reconnects with backoff and jitter, pings, and drops a silent socket. `tick` drives it. */
export class Connection<Sent, Received> {
  readonly #options: ConnectionOptions<Sent, Received>
  #socket: SocketPort | null = null
  /** Distinguishes events of the current socket from those of a dropped one. */
  #generation = 0
  #isOpen = false
  #isWelcome = false
  /** Failures in a row. */
  #attempt = 0
  #retryAtMs: number | null = null
  #receivedMs = 0
  #pingedMs = 0

  constructor(options: ConnectionOptions<Sent, Received>) {
    this.#options = options
  }

  /** Connects, also after the connection gave up. */
  start(): void {
    this.#options.onPhase('connecting')
    this.restart()
  }

  /** Closes the socket for good. */
  stop(): void {
    this.#generation += 1
    this.#socket?.close()
    this.#socket = null
    this.#isOpen = false
    this.#isWelcome = false
    this.#retryAtMs = null
  }

  /** Sends now or not at all: a message that must survive a reconnect belongs to the greeting. */
  send(message: Sent): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message))
  }

  /**
   * Opens another socket at once if the current one is closed or silent. For a device that wakes up or regains its
   * network.
   */
  revive(): void {
    if (this.#isOpen && this.#options.nowMs() - this.#receivedMs <= sleepLimitMs) return
    this.#attempt = 0
    this.restart()
  }

  /** Closes the socket and opens another. */
  restart(): void {
    this.stop()
    const own = this.#generation
    const isCurrent = () => own === this.#generation
    if (this.#options.prepare === undefined) return this.#open(isCurrent)
    void this.#options.prepare().then((outcome) => {
      if (!isCurrent()) return
      if (outcome === 'ready') this.#open(isCurrent)
      else if (outcome === 'later') this.lose()
    })
  }

  /**
   * Drops the socket and retries after a pause: the device has lost its network, or the server has ended the login or
   * asked to be left alone for `pauseMs`.
   */
  lose(pauseMs = 0): void {
    const { nowMs, random, limits, onPhase } = this.#options
    this.stop()
    this.#retryAtMs =
      nowMs() + (pauseMs > 0 ? Math.min(pauseMs, limits.longestRetryMs) : backoffMs(this.#attempt, random(), limits))
    this.#attempt += 1
    onPhase('offline')
  }

  /** Retries, pings and detects silence. Called once a second. */
  tick(): void {
    const { nowMs, limits } = this.#options
    if (this.#socket === null) {
      if (this.#retryAtMs !== null && nowMs() >= this.#retryAtMs) this.restart()
    } else if (nowMs() - this.#receivedMs > limits.silenceLimitMs) {
      this.lose()
    } else if (this.#isWelcome && nowMs() - this.#pingedMs >= limits.pingEveryMs) {
      this.#ping()
    }
  }

  #open(isCurrent: () => boolean): void {
    const { openSocket, nowMs, greeting, onClose } = this.#options
    this.#receivedMs = nowMs()
    this.#socket = openSocket({
      onOpen: () => {
        if (!isCurrent()) return
        this.#isOpen = true
        this.#receivedMs = nowMs()
        for (const message of greeting()) this.send(message)
      },
      onText: (text) => {
        if (isCurrent()) this.#receive(text)
      },
      onClose: (code, reason) => {
        if (!isCurrent()) return
        if (onClose?.(code) ?? true) this.lose(Number(reason))
        else this.stop()
      },
    })
  }

  #receive(text: string): void {
    const { nowMs, schema, isWelcome, onPhase, onMessage } = this.#options
    this.#receivedMs = nowMs()
    const { success, data } = z.safeParse(schema, jsonOf(text))
    if (!success) return
    if (!this.#isWelcome && isWelcome(data)) {
      this.#isWelcome = true
      this.#attempt = 0
      onPhase('online')
      this.#ping()
    }
    onMessage(data)
  }

  #ping(): void {
    const { nowMs, onPing, ping } = this.#options
    this.#pingedMs = nowMs()
    onPing?.(this.#pingedMs)
    this.send(ping)
  }
}
