import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { openFormClient } from '../bench/form-client.ts'
import type { FormClient } from '../bench/form-client.ts'
import { buyForm } from '../bench/offers.ts'
import type { Offer } from '../bench/offers.ts'
import { LongestPause } from './longest-pause.ts'

/** Customers for each request in flight. */
export const customersPerLane = 4

/** What the customers know before they buy. */
export interface Buying {
  readonly port: number
  /** Of another process, which customers turn to when their connection breaks. */
  readonly otherPort?: number
  /** One for each customer. Requests in flight take turns with them. */
  readonly tokens: readonly string[]
  readonly offers: readonly Offer[]
  readonly genesisMs: number
  /** Requests in flight, each from an address of its own. */
  readonly lanes: number
}

/** The response to a customer: an order, a final refusal, or nothing decisive. */
type Answer = { readonly order: string } | { readonly refusal: string } | 'undecided' | 'too-often'

interface Sent {
  readonly form: string
  readonly token: string
}

const responseSchema = z.object({ code: z.int(), error: z.optional(z.string()), data: z.unknown() })
const orderSchema = z.object({ id: z.string() })
/** Responses that leave open whether an order exists. */
const undecided = new Set(['outcome-unknown', 'system-error', 'system-timeout'])
const mostRepeated = 1_000
/** Customers ask again at most after this time while nothing is decided: each request is repeated later. */
const longestWaitMs = 250
/** An interruption that is longer than this is not measured more finely than they wait. */
const eagerMs = 2_000
const buyPath = '/api/contract/buy'

/** Customers who buy continuously and remember everything that they sent and received. */
export class OrderCustomers {
  readonly sent = new Map<string, Sent>()
  readonly acknowledged = new Map<string, string>()
  readonly failures: string[] = []
  unanswered = 0
  /** How often the server itself reported an unknown outcome. */
  outcomesUnknown = 0
  /** How often the server itself reported a fault. */
  faults = 0
  /** Between orders that were accepted. */
  readonly pause = new LongestPause()
  readonly #buying: Buying
  readonly #refused = new Set<string>()
  #round: string[] = []
  #turn = 0

  constructor(buying: Buying) {
    this.#buying = buying
  }

  /** Buys in every lane until the signal, whatever happens to the server. */
  async storm(signal: AbortSignal): Promise<void> {
    await this.#inLanes(async (post) => {
      let undecidedInRow = 0
      while (!signal.aborted) {
        const requestId = this.#remember()
        const answer = await post(requestId)
        undecidedInRow = answer === 'undecided' ? undecidedInRow + 1 : 0
        if (answer === 'too-often') await sleep(200)
        else if (answer === 'undecided') {
          this.unanswered += 1
          await sleep(Math.min(20 * 2 ** undecidedInRow, longestWaitMs))
        } else this.#take(requestId, answer)
      }
    })
  }

  /** Waits until a new order is accepted, and returns the duration since `sinceMs` of the performance clock. */
  async untilWritable(sinceMs: number, withinMs: number): Promise<number> {
    for (;;) {
      const requestId = this.#remember()
      const answer = await this.#postOnce(requestId)
      if (typeof answer === 'object') this.#take(requestId, answer)
      const tookMs = performance.now() - sinceMs
      if (typeof answer === 'object' && 'order' in answer) return tookMs
      if (tookMs > withinMs) {
        this.failures.push(`no order was accepted within ${withinMs} ms`)
        return tookMs
      }
      await sleep(tookMs < eagerMs ? 25 : longestWaitMs)
    }
  }

  /**
   * Repeats undecided requests since the last call until they are decided, and the newest 1,000 acknowledged ones,
   * which must return the same.
   */
  async repeatRound(): Promise<void> {
    const isDecided = (requestId: string) => this.acknowledged.has(requestId) || this.#refused.has(requestId)
    const { false: open = [], true: decided = [] } = Object.groupBy(this.#round, (requestId) =>
      isDecided(requestId) ? 'true' : 'false',
    )
    const round = [...open, ...decided.slice(-mostRepeated)]
    this.#round = []
    await this.#inLanes(async (post) => {
      for (let requestId = round.pop(); requestId !== undefined; requestId = round.pop()) {
        const answer = await this.#untilDecided(requestId, post)
        if (answer === null) this.failures.push(`request ${requestId} was never decided`)
        else this.#take(requestId, answer)
      }
    })
  }

  /** Compares the customers' knowledge with the stored orders. */
  async compare(owner: Pool): Promise<void> {
    const { rows } = await owner.query<{ request_id: string; order_id: bigint }>(
      'select request_id, order_id from contract.contract_order',
    )
    const stored = new Map(rows.map((row) => [row.request_id, row.order_id.toString()]))
    if (stored.size !== rows.length) this.failures.push(`${rows.length - stored.size} orders are doubled`)
    for (const [requestId, orderId] of this.acknowledged)
      if (stored.get(requestId) !== orderId)
        this.failures.push(
          `order ${orderId} of request ${requestId} was acknowledged and is ${stored.get(requestId) ?? 'lost'}`,
        )
    for (const [requestId, orderId] of stored)
      if (!this.acknowledged.has(requestId))
        this.failures.push(`order ${orderId} was acknowledged to nobody (${requestId})`)
  }

  #remember(): string {
    const requestId = randomUUID()
    const { tokens } = this.#buying
    this.#turn += 1
    this.sent.set(requestId, {
      form: buyForm(this.#buying, this.#turn, requestId),
      token: tokens[this.#turn % tokens.length] ?? '',
    })
    this.#round.push(requestId)
    return requestId
  }

  #take(requestId: string, answer: { order: string } | { refusal: string }): void {
    const before = this.acknowledged.get(requestId) ?? (this.#refused.has(requestId) ? 'refused' : null)
    const now = 'order' in answer ? answer.order : 'refused'
    if (before !== null && before !== now)
      this.failures.push(`request ${requestId} was answered ${before}, then ${now}`)
    if (before === null && 'order' in answer) this.pause.note()
    if ('order' in answer) this.acknowledged.set(requestId, answer.order)
    else this.#refused.add(requestId)
  }

  async #untilDecided(requestId: string, post: (requestId: string) => Promise<Answer>) {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const answer = await post(requestId)
      if (typeof answer === 'object') return answer
      await sleep(answer === 'too-often' ? 500 : 50)
    }
    return null
  }

  /** Runs some work in every lane, each with a connection of its own that is opened again when it breaks. */
  async #inLanes(work: (post: (requestId: string) => Promise<Answer>) => Promise<void>): Promise<void> {
    const lane = async (_: unknown, index: number): Promise<void> => {
      const held: { client: FormClient | null; breaks: number } = { client: null, breaks: index }
      const post = async (requestId: string): Promise<Answer> => {
        try {
          held.client ??= await openFormClient(
            this.#portOf(held.breaks),
            `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`,
          )
          return await this.#postWith(held.client, requestId)
        } catch {
          held.client?.close()
          held.client = null
          held.breaks += 1
          return 'undecided'
        }
      }
      await work(post)
      held.client?.close()
    }
    await Promise.all(Array.from({ length: this.#buying.lanes }, lane))
  }

  #portOf(turn: number): number {
    const { port, otherPort = port } = this.#buying
    return turn % 2 === 0 ? port : otherPort
  }

  async #postOnce(requestId: string): Promise<Answer> {
    const client = await openFormClient(this.#portOf(this.#turn), '127.1.9.1').catch(() => null)
    if (client === null) return 'undecided'
    const answer = await this.#postWith(client, requestId).catch(() => 'undecided' as const)
    client.close()
    return answer
  }

  async #postWith(client: FormClient, requestId: string): Promise<Answer> {
    const sent = this.sent.get(requestId)
    if (sent === undefined) throw new Error('a request was not remembered')
    const answer = z.parse(responseSchema, JSON.parse(await client.post(buyPath, sent.form, sent.token)))
    if (answer.code === 1) return { order: z.parse(orderSchema, answer.data).id }
    if (answer.error === 'frequent-operations') return 'too-often'
    if (answer.error === 'outcome-unknown') this.outcomesUnknown += 1
    else if (answer.error === undefined || undecided.has(answer.error)) this.faults += 1
    if (answer.error === undefined || undecided.has(answer.error)) return 'undecided'
    return { refusal: answer.error }
  }
}
