import { dayMs } from '@candor/formulas'
import type { Asset } from '@candor/money'
import type { Money } from './model-money.ts'

/** A version of an interest product that a history may name. */
export interface ModelProduct {
  readonly productId: bigint
  readonly asset: Asset
  readonly durationMs: bigint
  readonly dailyRatePpm: bigint
  readonly minimum: bigint
  readonly maximum: bigint
  /** Whether it takes orders: it is open, and the newest version of its asset and duration. */
  readonly isServed: boolean
}

interface ModelTerm {
  readonly id: bigint
  readonly customerId: bigint
  readonly requestId: string
  readonly product: ModelProduct
  readonly units: bigint
  readonly interest: bigint
  readonly stripe: number
  readonly expiresMs: number
  state: 'earning' | 'matured' | 'redeemed'
  redeemRequestId: string | null
}

/** A requested interest order. */
export interface AskedTerm {
  readonly customerId: bigint
  readonly product: ModelProduct
  readonly units: bigint
}

const unitsInOne = 1_000_000n

/** The rules of interest orders a second time, in plain integers. */
export class TermModel {
  readonly all: ModelTerm[] = []
  /** Principal in terms, by customer and asset. */
  readonly inTerms = new Map<string, bigint>()
  /** The house's interest accounts, by stripe. */
  readonly house: Map<number, Money>
  readonly #customers: ReadonlyMap<string, Money>

  constructor(customers: ReadonlyMap<string, Money>, houseUnits: bigint) {
    this.#customers = customers
    this.house = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((stripe) => [stripe, { posted: houseUnits, held: 0n }]))
  }

  /** The result of a request. An opened order takes the ledger's id. */
  open(asked: AskedTerm, order: { requestId: string; id: bigint; nowMs: number }): string {
    const { customerId, product, units } = asked
    const money = this.#customers.get(`${customerId}:${product.asset}`)
    if (money === undefined) return 'account-disabled'
    if (!product.isServed) return 'transaction-closed'
    if (units < product.minimum || units > product.maximum) return 'wrong-amount'
    if (units > money.posted - money.held) return 'insufficient-balance'
    const interest = (units * product.dailyRatePpm * product.durationMs) / (unitsInOne * BigInt(dayMs))
    const stripe = this.#covering(customerId, product.asset, interest)
    if (stripe === undefined) return 'not-covered'
    money.posted -= units
    this.#addInTerms(customerId, product.asset, units)
    this.#houseOf(stripe).held += interest
    const expiresMs = order.nowMs + Number(product.durationMs)
    this.all.push({ ...asked, ...order, interest, stripe, expiresMs, state: 'earning', redeemRequestId: null })
    return 'opened'
  }

  /** The result of redeeming an order early. */
  redeem(customerId: bigint, term: ModelTerm, { requestId, nowMs }: { requestId: string; nowMs: number }): string {
    const past = this.all.find((one) => one.customerId === customerId && one.redeemRequestId === requestId)
    if (past !== undefined) return past === term ? 'repeated' : 'conflict'
    if (term.customerId !== customerId) return 'not-found'
    if (term.state !== 'earning' || nowMs >= term.expiresMs) return 'transaction-closed'
    this.#giveBack(term)
    this.#houseOf(term.stripe).held -= term.interest
    term.state = 'redeemed'
    term.redeemRequestId = requestId
    return 'redeemed'
  }

  /** Pays up to `limit` due orders of a stripe back, and returns their ids. */
  mature(stripe: number, limit: number, nowMs: number): bigint[] {
    const due = this.all
      .filter((term) => term.stripe === stripe && term.state === 'earning' && term.expiresMs <= nowMs)
      .toSorted((left, right) => left.expiresMs - right.expiresMs || Number(left.id - right.id))
      .slice(0, limit)
    for (const term of due) this.#pay(term)
    return due.map(({ id }) => id)
  }

  #pay(term: ModelTerm): void {
    this.#giveBack(term)
    this.#moneyOf(term).posted += term.interest
    const house = this.#houseOf(term.stripe)
    house.held -= term.interest
    house.posted -= term.interest
    term.state = 'matured'
  }

  #giveBack(term: ModelTerm): void {
    this.#moneyOf(term).posted += term.units
    this.#addInTerms(term.customerId, term.product.asset, -term.units)
  }

  #addInTerms(customerId: bigint, asset: Asset, units: bigint): void {
    const key = `${customerId}:${asset}`
    this.inTerms.set(key, (this.inTerms.get(key) ?? 0n) + units)
  }

  /** The customer's own stripe before the others in their order. */
  #covering(customerId: bigint, asset: Asset, interest: bigint): number | undefined {
    const first = asset === 'USD' ? 1 : 5
    const own = first + Number(customerId % 4n)
    return [own, first, first + 1, first + 2, first + 3].find((stripe) => {
      const { posted, held } = this.#houseOf(stripe)
      return posted - held >= interest
    })
  }

  #moneyOf({ customerId, product }: ModelTerm): Money {
    const money = this.#customers.get(`${customerId}:${product.asset}`)
    if (money === undefined) throw new Error(`customer ${customerId} has no ${product.asset}`)
    return money
  }

  #houseOf(stripe: number): Money {
    const house = this.house.get(stripe)
    if (house === undefined) throw new Error(`no stripe ${stripe}`)
    return house
  }
}
