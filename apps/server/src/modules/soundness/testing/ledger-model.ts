import {
  contractPrices,
  exitWaitSlots,
  feeOf,
  hasAverages,
  maxSeenAgeSlots,
  profitOf,
  settle,
  slotMs,
} from '@candor/formulas'
import type { ContractResult, Direction, FramePoint } from '@candor/formulas'
import { amount } from '@candor/money'
import type { Asset } from '@candor/money'
import type { Cell } from '../../ledger/testing/ledger-world.ts'
import type { Money } from './model-money.ts'
import { SaleModel } from './sale-model.ts'
import { RewardModel } from './reward-model.ts'
import { SwapModel } from './swap-model.ts'
import { TermModel } from './term-model.ts'
import { WithdrawalModel } from './withdrawal-model.ts'

/** Terms in the model. */
export interface ModelTerms {
  readonly termsId: bigint
  readonly instrumentId: number
  readonly durationSlots: number
  readonly feeBps: number
  readonly payoutBps: number
  readonly stakeMin: bigint
  readonly stakeMax: bigint
  readonly maxOpenPayout: bigint
  readonly entryWindowSlots: number
  readonly exitWindowSlots: number
}

/** A request in the model; its asset follows from the stripe it is sent to. */
export interface ModelRequest {
  readonly customerId: bigint
  readonly requestId: string
  readonly asset: Asset
  readonly terms: ModelTerms
  readonly direction: Direction
  readonly stakeUnits: bigint
  readonly seenSlot: number
}

interface ModelOrder {
  readonly request: ModelRequest
  readonly orderId: bigint
  readonly stripe: number
  readonly fee: bigint
  readonly profit: bigint
  readonly entrySlot: number
  readonly exitSlot: number
  result: ContractResult | null
}

const refusalsPerMinute = 60

/** A second implementation of the ledger's rules, one order after the other, in plain integers. */
export class LedgerModel {
  slot: number
  readonly customers = new Map<string, Money>()
  readonly house = new Map<number, Money>()
  /** The house's exchange accounts, by stripe. */
  readonly fx = new Map<number, bigint>()
  readonly orders: ModelOrder[] = []
  readonly withdrawals = new WithdrawalModel(this.customers)
  readonly swaps = new SwapModel(this)
  readonly terms: TermModel
  readonly sales = new SaleModel(this)
  readonly rewards = new RewardModel(this.customers)
  readonly #refusals: { request: ModelRequest; error: string; atMs: number }[] = []
  readonly #frames = new Map<number, Readonly<Record<number, Required<Cell>>>>()
  #lastFrame = -1

  constructor(slot: number, houseUnits: bigint) {
    this.slot = slot
    this.terms = new TermModel(this.customers, houseUnits)
    for (let stripe = 1; stripe <= 8; stripe += 1) {
      this.house.set(stripe, { posted: houseUnits, held: 0n })
      this.fx.set(stripe, houseUnits)
    }
  }

  open(customerId: bigint): void {
    for (const asset of ['USD', 'USDT']) {
      const key = `${customerId}:${asset}`
      if (!this.customers.has(key)) this.customers.set(key, { posted: 10_000_000_000n, held: 0n })
    }
  }

  /** The epoch of an instrument in the newest frame; epochs never step back. */
  newestEpoch(instrumentId: number): number {
    return this.#frames.get(this.#lastFrame)?.[instrumentId]?.epoch ?? 0
  }

  publish(cells: Readonly<Record<number, Required<Cell>>>): void {
    this.#frames.set(this.slot, cells)
    this.#lastFrame = this.slot
    this.slot += 1
  }

  /** The result of each request. `orderIds` are the ledger's ids for the requests accepted here. */
  place(
    stripe: number,
    requests: readonly ModelRequest[],
    isLastStripe: boolean,
    orderIds: readonly (bigint | null)[],
  ): string[] {
    const storedBefore = this.#refusals.length
    return requests.map((request, index) => {
      const repeat = this.#repeatOf(request)
      if (repeat !== null) return repeat
      const outcome = this.#judge(stripe, request, isLastStripe)
      if (outcome === 'accepted') this.#accept(stripe, request, orderIds[index] ?? -1n)
      else if (outcome !== 'stripe-limit') return this.#store(request, outcome, storedBefore)
      return outcome
    })
  }

  /** The result of a single request, ignoring the refusal rate. */
  preview(stripe: number, request: ModelRequest, isLastStripe: boolean): string {
    return this.#repeatOf(request) ?? this.#judge(stripe, request, isLastStripe)
  }

  /** Settles up to `limit` decided orders of a stripe, and returns their ids and results. */
  settle(stripe: number, limit: number): { orderId: bigint; result: ContractResult }[] {
    const due = this.orders
      .filter((order) => order.stripe === stripe && order.result === null && this.#isDecided(order))
      .toSorted((left, right) => left.exitSlot - right.exitSlot || Number(left.orderId - right.orderId))
      .slice(0, limit)
    return due.map((order) => ({ orderId: order.orderId, result: this.#close(order) }))
  }

  /** The price of an instrument while it is open and at most 10 s old, as deposits take it. */
  currentPrice(instrumentId: number): bigint | null {
    const cell = this.#frames.get(this.#lastFrame)?.[instrumentId]
    return cell?.state === 1 && this.slot - this.#lastFrame < 20 ? cell.price : null
  }

  /** Books to or from a stripe's exchange account. */
  moveFx(stripe: number, units: bigint): void {
    this.fx.set(stripe, (this.fx.get(stripe) ?? 0n) + units)
  }

  /** The result of a correction confirmed by a second operator. */
  correct({ customerId, asset, amountUnits }: { customerId: bigint; asset: Asset; amountUnits: bigint }): string {
    const money = this.customers.get(`${customerId}:${asset}`)
    if (money === undefined) return 'not-found'
    const house = this.#houseOf((asset === 'USD' ? 1 : 5) + Number(customerId % 4n))
    if (money.posted - money.held + amountUnits < 0n) return 'insufficient-balance'
    if (house.posted - house.held < amountUnits) return 'house-limit'
    money.posted += amountUnits
    house.posted -= amountUnits
    return 'decided'
  }

  #money(request: ModelRequest): Money | undefined {
    return this.customers.get(`${request.customerId}:${request.asset}`)
  }

  #repeatOf(request: ModelRequest): string | null {
    const isKey = (past: ModelRequest) => past.customerId === request.customerId && past.requestId === request.requestId
    const order = this.orders.find((past) => isKey(past.request))
    const refusal = this.#refusals.find((past) => isKey(past.request))
    const past = order?.request ?? refusal?.request
    if (past === undefined) return null
    const isSame =
      past.asset === request.asset &&
      past.terms.termsId === request.terms.termsId &&
      past.direction === request.direction &&
      past.stakeUnits === request.stakeUnits &&
      past.seenSlot === request.seenSlot
    if (!isSame) return 'conflict'
    return order === undefined ? (refusal?.error ?? null) : 'repeated'
  }

  #judge(stripe: number, request: ModelRequest, isLastStripe: boolean): string {
    const { terms, stakeUnits } = request
    if (stakeUnits < terms.stakeMin) return 'below-minimum'
    if (stakeUnits > terms.stakeMax) return 'above-maximum'
    // Half a slot has passed: the last frame is fresh if it ended at most 2 s ago.
    if (this.slot - this.#lastFrame - 1 > 3) return 'market-stale'
    const state = this.#frames.get(this.#lastFrame)?.[terms.instrumentId]?.state
    if (state !== 1) return state === 2 ? 'market-stale' : 'market-closed'
    if (this.slot - request.seenSlot > maxSeenAgeSlots || request.seenSlot > this.slot) return 'price-moved'
    const money = this.#money(request)
    const { fee, profit } = fixedUnits(request)
    if (money === undefined || stakeUnits + fee > money.posted - money.held) return 'insufficient-balance'
    const open = this.orders.filter(
      (order) =>
        order.result === null &&
        order.request.asset === request.asset &&
        order.request.terms.instrumentId === terms.instrumentId,
    )
    if (open.reduce((sum, order) => sum + order.profit, profit) > terms.maxOpenPayout) return 'house-limit'
    const house = this.#houseOf(stripe)
    if (profit > house.posted - house.held) return isLastStripe ? 'house-limit' : 'stripe-limit'
    return 'accepted'
  }

  #houseOf(stripe: number): Money {
    const house = this.house.get(stripe)
    if (house === undefined) throw new Error(`no stripe ${stripe}`)
    return house
  }

  #accept(stripe: number, request: ModelRequest, orderId: bigint): void {
    const { terms, stakeUnits } = request
    const { fee, profit } = fixedUnits(request)
    const entrySlot = Math.max(this.slot, this.#lastFrame) + 1
    this.orders.push({
      request,
      orderId,
      stripe,
      fee,
      profit,
      entrySlot,
      exitSlot: entrySlot + terms.durationSlots,
      result: null,
    })
    const money = this.#money(request)
    if (money !== undefined) money.held += stakeUnits + fee
    this.#houseOf(stripe).held += profit
  }

  /** Refusals are stored up to a rate; those of one batch count from the number stored before it. */
  #store(request: ModelRequest, error: string, storedBefore: number): string {
    // Nothing is stored for a customer without an account.
    if (this.#money(request) === undefined) return error
    const nowMs = this.slot * slotMs
    const ofCustomer = (from: number, to?: number) =>
      this.#refusals.slice(from, to).filter((past) => past.request.customerId === request.customerId)
    const recent =
      ofCustomer(0, storedBefore).filter((past) => past.atMs > nowMs - 60_000).length + ofCustomer(storedBefore).length
    if (recent >= refusalsPerMinute) return 'frequent-operations'
    this.#refusals.push({ request, error, atMs: nowMs })
    return error
  }

  #isDecided(order: ModelOrder): boolean {
    if (order.exitSlot > this.#lastFrame) return false
    if (hasAverages(order.request.terms) || this.#lastFrame >= order.exitSlot + exitWaitSlots) return true
    return this.#framesOf(order).some(({ slot, state }) => slot >= order.exitSlot && state === 'open')
  }

  /** The frames of an order's instrument that can decide it. Acceptance requires a frame within 2 s before it. */
  #framesOf({ request, entrySlot, exitSlot }: ModelOrder): FramePoint[] {
    const from = entrySlot - 10
    return Array.from({ length: exitSlot + exitWaitSlots - from + 1 }, (_, index) => from + index).flatMap((slot) => {
      const point = this.#point(slot, request.terms.instrumentId)
      return point === null ? [] : [point]
    })
  }

  #point(slot: number, instrumentId: number): FramePoint | null {
    const cell = this.#frames.get(slot)?.[instrumentId]
    if (cell === undefined) return null
    return { slot, ticks: cell.price, state: (['closed', 'open', 'stale'] as const)[cell.state], epoch: cell.epoch }
  }

  #close(order: ModelOrder): ContractResult {
    const { request, fee, profit } = order
    const { entrySlot, exitSlot } = order
    const stake = amount(request.asset, request.stakeUnits)
    const prices = contractPrices({ ...request.terms, entrySlot, exitSlot }, this.#framesOf(order))
    const { result, net, fee: feeKept } = settle(request.terms, request.direction, stake, prices)
    order.result = result
    const money = this.#money(request)
    if (money !== undefined) {
      money.held -= request.stakeUnits + fee
      money.posted += net.units
    }
    const house = this.#houseOf(order.stripe)
    house.held -= profit
    house.posted -= net.units + feeKept.units
    return result
  }
}

/** The fee and the profit of a request, in units. */
function fixedUnits({ asset, stakeUnits, terms }: ModelRequest): { fee: bigint; profit: bigint } {
  const stake = amount(asset, stakeUnits)
  return { fee: feeOf(stake, terms.feeBps).units, profit: profitOf(stake, terms.payoutBps).units }
}
