import { socketProtocol } from '@candor/api'
import WebSocket from 'ws'
import { openFormClient } from '../bench/form-client.ts'
import type { FormClient } from '../bench/form-client.ts'
import { buyForm } from '../bench/offers.ts'
import type { Offer } from '../bench/offers.ts'

/** The password of every customer in the flood. */
export const floodPassword = 'a-password-of-the-flood-1'

/** The outcome of one act of a client. */
export interface Told {
  readonly what: string
  readonly tookMs: number
  readonly isOk: boolean
  readonly isLimited: boolean
}

export interface FloodClientOptions {
  readonly port: number
  readonly address: string
  readonly token: string
  readonly account: string
  readonly offers: readonly Offer[]
  readonly genesisMs: number
}

const mostSockets = 500

/**
 * One customer or attacker with an address of their own: buys, logs in, requests codes and opens sockets, 7 : 1 : 1 :
 * 1.
 */
export class FloodClient {
  readonly #options: FloodClientOptions
  readonly #idle: FormClient[] = []
  readonly #sockets: WebSocket[] = []
  #turn = 0

  constructor(options: FloodClientOptions) {
    this.#options = options
  }

  /** Performs one act, chosen by a number from 0 to 1. */
  act(choice: number): Promise<Told> {
    this.#turn += 1
    const { account, address } = this.#options
    if (choice < 0.7) return this.#post('contract/buy', buyForm(this.#options, this.#turn))
    if (choice < 0.8) return this.#post('user/login', `account=${account}&loginPassword=${floodPassword}`)
    // A new address each time, as a mail flooder would use.
    const wanted = `x${address.replaceAll('.', '')}n${this.#turn}`
    if (choice < 0.9)
      return this.#post('code/send', `channel=email&address=${wanted}@example.com&purpose=password-forgot`)
    return this.#openSocket()
  }

  close(): void {
    for (const client of this.#idle) client.close()
    for (const socket of this.#sockets) socket.terminate()
  }

  async #post(path: string, form: string): Promise<Told> {
    const startMs = performance.now()
    const client = this.#idle.pop() ?? (await openFormClient(this.#options.port, this.#options.address))
    try {
      const body = await client.post(`/api/${path}`, form, this.#options.token)
      this.#idle.push(client)
      const isLimited = body.includes('"frequent-operations"')
      // A captcha is required by design when an address requests many codes; normal customers solve it.
      const isOk = body.startsWith('{"code":1') || (path === 'code/send' && body.includes('"captcha-required"'))
      return { what: `${path} ${body.slice(0, 120)}`, tookMs: performance.now() - startMs, isOk, isLimited }
    } catch (error) {
      client.close()
      return { what: `${path} ${String(error)}`, tookMs: performance.now() - startMs, isOk: false, isLimited: false }
    }
  }

  #openSocket(): Promise<Told> {
    const startMs = performance.now()
    const { port, address } = this.#options
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, socketProtocol, { localAddress: address })
    this.#sockets.push(socket)
    if (this.#sockets.length > mostSockets) this.#sockets.shift()?.terminate()
    const told = (isOk: boolean, isLimited: boolean, what: string): Told => ({
      what,
      tookMs: performance.now() - startMs,
      isOk,
      isLimited,
    })
    return new Promise((resolve) => {
      socket.on('open', () => resolve(told(true, false, 'socket')))
      socket.on('unexpected-response', (_request, { statusCode }) => {
        socket.terminate()
        resolve(told(false, statusCode === 429, `socket ${statusCode}`))
      })
      socket.on('error', (error) => resolve(told(false, false, `socket ${error.message}`)))
    })
  }
}
