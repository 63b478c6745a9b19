import { exitWaitSlots, slotMs } from '@candor/formulas'
/** A request in the oracle. Money in units of 10⁻⁶. */
export interface OracleRequest {
  readonly customer: bigint
  readonly requestId: string
  readonly asset: 'USD' | 'USDT'
  readonly terms: OracleTerms
  readonly direction: 'up' | 'down'
  readonly stake: bigint
  readonly seenSlot: number
}

export interface OracleTerms {
  readonly termsId: bigint
  readonly instrument: number
  readonly slots: number
  readonly feeBps: bigint
  readonly payoutBps: bigint
  readonly stakeMin: bigint
  readonly stakeMax: bigint
  /** Slots over which the entry and the exit price are averaged; 1 and 1: single frames decide. */
  readonly entryWindow: number
  readonly exitWindow: number
}

/** One instrument in a frame. */
export interface OracleCell {
  readonly price: bigint
  readonly state: 0 | 1 | 2
  readonly epoch: number
}

export interface OracleOrder {
  readonly request: OracleRequest
  readonly orderId: bigint
  readonly entrySlot: number
  readonly exitSlot: number
  readonly fee: bigint
  readonly profit: bigint
  outcome: string | null
}

const cent = 10_000n

/**
 * A second implementation of the contract rules, without the product's code: from frames and commands in PostgreSQL's
 * order it computes every response, every contract's result, and every balance.
 */
export class ContractOracle {
  readonly orders = new Map<bigint, OracleOrder>()
  readonly owned = new Map<string, { available: bigint; held: bigint }>()
  readonly #answers = new Map<string, { request: OracleRequest; answer: string }>()
  readonly #frames = new Map<number, readonly OracleCell[]>()
  #lastSlot = -1

  open(customer: bigint, available: bigint): void {
    for (const asset of ['USD', 'USDT']) this.owned.set(`${customer}:${asset}`, { available, held: 0n })
  }

  publish(slot: number, cells: readonly OracleCell[]): void {
    this.#frames.set(slot, cells)
    this.#lastSlot = slot
  }

  /** The result of a request at an instant since genesis. `orderId` is recorded if it is accepted. */
  place(atMs: number, request: OracleRequest, orderId: bigint | null): string {
    const key = `${request.customer}:${request.requestId}`
    const past = this.#answers.get(key)
    if (past !== undefined) {
      if (!isSame(past.request, request)) return 'conflict'
      return past.answer.startsWith('order ') ? `repeated ${past.answer}` : past.answer
    }
    const nowSlot = Math.floor(atMs / slotMs)
    const refusal = this.#refusalOf(atMs, nowSlot, request)
    const answer = refusal ?? `order ${orderId}`
    this.#answers.set(key, { request, answer })
    if (refusal === null) this.#accept(nowSlot, request, orderId ?? -1n)
    return refusal ?? `accepted order ${orderId}`
  }

  /** The stored result of a request: `order 7`, or the name of a refusal; null when it never arrived. */
  answerOf(customer: bigint, requestId: string): string | null {
    return this.#answers.get(`${customer}:${requestId}`)?.answer ?? null
  }

  /** Closes an order, and returns its required result, with the reason if it is void. */
  close(orderId: bigint): string {
    const order = this.orders.get(orderId)
    if (order === undefined) return 'no such order'
    if (order.outcome !== null) return 'closed before'
    const outcome = this.#outcomeOf(order)
    if (outcome === 'undecided') return outcome
    order.outcome = outcome
    const { request, fee, profit } = order
    const money = this.#money(request)
    money.held -= request.stake + fee
    if (outcome === 'won') money.available += request.stake + profit
    else if (outcome !== 'lost') money.available += request.stake + fee
    return outcome
  }

  #refusalOf(atMs: number, nowSlot: number, { terms, stake, seenSlot, ...request }: OracleRequest): string | null {
    if (stake < terms.stakeMin) return 'below-minimum'
    if (stake > terms.stakeMax) return 'above-maximum'
    if (atMs - (this.#lastSlot + 1) * slotMs > 2_000) return 'market-stale'
    const state = this.#frames.get(this.#lastSlot)?.[terms.instrument - 1]?.state
    if (state === 0) return 'market-closed'
    if (state !== 1) return 'market-stale'
    if (seenSlot < nowSlot - 10 || seenSlot > nowSlot) return 'price-moved'
    const { available } = this.#money(request)
    return stake + feeOf(stake, terms) > available ? 'insufficient-balance' : null
  }

  #accept(nowSlot: number, request: OracleRequest, orderId: bigint): void {
    const entrySlot = Math.max(nowSlot, this.#lastSlot) + 1
    const fee = feeOf(request.stake, request.terms)
    const profit = ((request.stake * request.terms.payoutBps + 10_000n * cent - 1n) / (10_000n * cent)) * cent
    this.orders.set(orderId, {
      request,
      orderId,
      entrySlot,
      exitSlot: entrySlot + request.terms.slots,
      fee,
      profit,
      outcome: null,
    })
    const money = this.#money(request)
    money.available -= request.stake + fee
    money.held += request.stake + fee
  }

  #outcomeOf({ request, entrySlot, exitSlot }: OracleOrder): string {
    const at = (slot: number) => this.#frames.get(slot)?.[request.terms.instrument - 1]
    const { entryWindow, exitWindow } = request.terms
    if (entryWindow > 1) {
      if (this.#lastSlot < exitSlot) return 'undecided'
      const from = averageOf(entrySlot, entrySlot + entryWindow - 1, at)
      const to = averageOf(exitSlot - exitWindow + 1, exitSlot, at)
      if (from === null) return 'void entry-not-open'
      if (to === null) return 'void no-exit-price'
      if (newestOf(entrySlot - 1, at)?.epoch !== newestOf(exitSlot, at)?.epoch) return 'void feed-changed'
      if (from === to) return 'tie'
      return to > from === (request.direction === 'up') ? 'won' : 'lost'
    }
    let exit: OracleCell | undefined
    for (let slot = exitSlot; slot <= exitSlot + exitWaitSlots && exit === undefined; slot += 1)
      if (at(slot)?.state === 1) exit = at(slot)
    if (exit === undefined && this.#lastSlot < exitSlot + exitWaitSlots) return 'undecided'
    const entry = at(entrySlot)
    if (entry?.state !== 1) return 'void entry-not-open'
    if (exit === undefined) return 'void no-exit-price'
    if (entry.epoch !== exit.epoch) return 'void feed-changed'
    if (entry.price === exit.price) return 'tie'
    return exit.price > entry.price === (request.direction === 'up') ? 'won' : 'lost'
  }

  #money({ customer, asset }: { customer: bigint; asset: string }): { available: bigint; held: bigint } {
    const money = this.owned.get(`${customer}:${asset}`)
    if (money === undefined) throw new Error(`customer ${customer} has no account`)
    return money
  }
}

type CellAt = (slot: number) => OracleCell | undefined

/** The mean of a window's open frames in tenths, rounded half to even; null where fewer than half are open. */
function averageOf(from: number, to: number, at: CellAt): bigint | null {
  let [count, total] = [0n, 0n]
  for (let slot = from; slot <= to; slot += 1) {
    const cell = at(slot)
    if (cell?.state !== 1) continue
    count += 1n
    total += cell.price * 10n
  }
  if (Number(count) < (to - from + 1) / 2) return null
  // Prices of the simulation are positive: the quotient is the floor.
  const [whole, twiceRest] = [total / count, (total % count) * 2n]
  return twiceRest > count || (twiceRest === count && whole % 2n === 1n) ? whole + 1n : whole
}

/** The newest frame at or before a slot; one always precedes an accepted order by at most 2 s. */
function newestOf(slot: number, at: CellAt): OracleCell | undefined {
  for (let back = slot; back > slot - 200; back -= 1) {
    const cell = at(back)
    if (cell !== undefined) return cell
  }
  return undefined
}

function feeOf(stake: bigint, { feeBps }: OracleTerms): bigint {
  return ((stake * feeBps) / (10_000n * cent)) * cent
}

function isSame(left: OracleRequest, right: OracleRequest): boolean {
  return (
    left.asset === right.asset &&
    left.terms.termsId === right.terms.termsId &&
    left.direction === right.direction &&
    left.stake === right.stake &&
    left.seenSlot === right.seenSlot
  )
}
