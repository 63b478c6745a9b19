import { slotMs } from '@candor/formulas'
import type { ContractService } from '../../apps/server/src/modules/contract/index.ts'
import type { Draw } from '../../apps/server/src/modules/quote-feeds/random.ts'
import type { OracleRequest, OracleTerms } from './contract-oracle.ts'

const coin = 1_000_000n
/** Refusals that leave open whether the order exists. */
const undecided = new Set(['outcome-unknown', 'system-error'])

/** A request with all its responses. */
export interface AskedRequest {
  readonly request: OracleRequest
  /** `order 7`, or the name of a refusal. */
  readonly answers: Set<string>
}

export interface SimulatedCustomersOptions {
  readonly customers: readonly bigint[]
  readonly terms: readonly OracleTerms[]
  readonly draw: Draw
}

/** Customers who buy, repeat unanswered and answered requests, and occasionally reuse a key. */
export class SimulatedCustomers {
  readonly asked: AskedRequest[] = []
  readonly #options: SimulatedCustomersOptions

  constructor(options: SimulatedCustomersOptions) {
    this.#options = options
  }

  /** Performs a slot's random acts without waiting for responses. */
  act(contracts: ContractService, slot: number): void {
    const { draw } = this.#options
    for (let left = Math.floor(draw() * 5); left > 0; left -= 1) {
      const what = draw()
      const past = this.asked[Math.floor(draw() * this.asked.length)]
      if (what < 0.2 && past !== undefined) this.#ask(contracts, past)
      else if (what < 0.24 && past !== undefined) this.#misuse(contracts, past)
      else this.#askNew(contracts, slot, what > 0.92)
    }
  }

  /** Repeats everything that was sent. */
  repeatAll(contracts: ContractService): void {
    for (const asked of this.asked) this.#ask(contracts, asked)
  }

  #askNew(contracts: ContractService, slot: number, isTwice: boolean): void {
    const asked = { request: this.#newRequest(slot), answers: new Set<string>() }
    this.asked.push(asked)
    this.#ask(contracts, asked)
    // A double tap: the same request again before there is a response.
    if (isTwice) this.#ask(contracts, asked)
  }

  #newRequest(slot: number): OracleRequest {
    const { customers, terms, draw } = this.#options
    const pick = <T>(from: readonly T[]): T => {
      const found = from[Math.floor(draw() * from.length)]
      if (found === undefined) throw new Error('there is nothing to choose from')
      return found
    }
    const size = draw()
    return {
      customer: pick(customers),
      requestId: uuidFrom(draw),
      asset: draw() < 0.7 ? 'USD' : 'USDT',
      terms: pick(terms),
      direction: draw() < 0.5 ? 'up' : 'down',
      stake: size < 0.05 ? coin / 2n : size > 0.97 ? 6_000n * coin : BigInt(Math.floor(draw() * 300_000_000_0)) + coin,
      seenSlot: slot - 1 - (draw() < 0.9 ? Math.floor(draw() * 4) : Math.floor(draw() * 14) - 2),
    }
  }

  #ask(contracts: ContractService, { request, answers }: AskedRequest): void {
    void contracts.buy(request.customer, inputOf(request)).then(
      (answer) => {
        if (answer.ok) answers.add(`order ${answer.value.id}`)
        else if (!undecided.has(answer.error)) answers.add(answer.error)
      },
      // A server error, reported as such: it decides nothing.
      () => undefined,
    )
  }

  /** Uses the key of another request: that has to be a conflict, or the first to arrive wins. */
  #misuse(contracts: ContractService, { request }: AskedRequest): void {
    const other = { ...request, stake: request.stake + 1n }
    void contracts.buy(request.customer, inputOf(other)).catch(() => undefined)
  }
}

function inputOf(request: OracleRequest) {
  const { terms, stake } = request
  return {
    requestId: request.requestId,
    symbol: `TEST${terms.instrument}`,
    direction: request.direction,
    durationMs: terms.slots * slotMs,
    stake: `${stake / coin}.${String(stake % coin).padStart(6, '0')}`,
    asset: request.asset,
    termsVersion: String(terms.termsId),
    seenSlot: request.seenSlot,
  }
}

function uuidFrom(draw: Draw): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(draw() * 16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
