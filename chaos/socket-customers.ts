import { serverMessage, socketProtocol } from '@candor/api'
import type { ServerMessage } from '@candor/api'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { LongestPause } from './longest-pause.ts'

const reconnectAfterMs = 200

/** A customer on a socket, who connects again when it breaks, to the other process. */
export class SocketCustomer {
  /** The newest slot that it was shown. */
  slot = 0
  readonly shownClosed = new Set<string>()
  reconnects = 0
  /** Between new slots. */
  readonly pause = new LongestPause()
  /** The close code of a session that ended, and when; null before. */
  ended: { readonly code: number; readonly atMs: number } | null = null
  isLoggedIn = false
  readonly #token: string
  readonly #ports: readonly number[]
  #turn: number
  #socket: WebSocket | null = null
  #isClosing = false

  constructor(token: string, ports: readonly number[], turn: number) {
    this.#token = token
    this.#ports = ports
    this.#turn = turn
    this.#connect()
  }

  close(): void {
    this.#isClosing = true
    this.#socket?.terminate()
  }

  #connect(): void {
    const port = this.#ports[this.#turn % this.#ports.length] ?? 0
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, socketProtocol)
    this.#socket = socket
    socket.on('open', () => {
      socket.send(JSON.stringify({ op: 'auth', token: this.#token }))
      socket.send(JSON.stringify({ op: 'sub', ch: 'quotes', args: { symbols: ['BTCUSDT'] } }))
    })
    socket.on('message', (data) => this.#take(z.parse(serverMessage, JSON.parse(String(data)))))
    socket.on('error', () => undefined)
    socket.on('close', (code) => void this.#closed(code))
  }

  #take(message: ServerMessage): void {
    if (message.op === 'authenticated') this.isLoggedIn = true
    if ((message.op === 'frame' || message.op === 'snapshot') && message.slot > this.slot) {
      this.slot = message.slot
      this.pause.note()
    }
    if (message.op === 'account' && message.event.type === 'order' && message.event.order.state === 'closed')
      this.shownClosed.add(message.event.order.id)
  }

  async #closed(code: number): Promise<void> {
    this.isLoggedIn = false
    if (code === 4001) {
      this.ended = { code, atMs: performance.now() }
      return
    }
    if (this.#isClosing) return
    this.reconnects += 1
    this.#turn += 1
    await sleep(reconnectAfterMs)
    if (!this.#isClosing) this.#connect()
  }
}
