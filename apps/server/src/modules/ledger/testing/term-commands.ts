import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { dayMs, slotMs } from '@candor/formulas'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { assetCode } from '../ledger.ts'
import { compare } from './ledger-comparison.ts'
import type { LedgerCommand, Real } from './ledger-comparison.ts'
import type { LedgerModel } from './ledger-model.ts'
import { genesisMs } from './ledger-world.ts'
import type { ModelProduct } from './term-model.ts'

const minuteMs = 60_000n
const yearMs = 366n * BigInt(dayMs)
const stripes = [1, 2, 3, 4, 5, 6, 7, 8]
/**
 * Some fall due during a history, not always in opening order; a year is so expensive that stripes run dry. One has a
 * later version.
 */
const offered = [
  { asset: 'USD', durationMs: minuteMs, version: 1, isOpen: true, dailyRatePpm: 10_000n },
  { asset: 'USD', durationMs: minuteMs + 20_000n, version: 1, isOpen: true, dailyRatePpm: 333n },
  { asset: 'USDT', durationMs: minuteMs, version: 1, isOpen: true, dailyRatePpm: 9_000n },
  { asset: 'USDT', durationMs: minuteMs, version: 2, isOpen: true, dailyRatePpm: 7_001n },
  { asset: 'USD', durationMs: yearMs, version: 1, isOpen: true, dailyRatePpm: 10_000n },
  { asset: 'USDT', durationMs: yearMs, version: 1, isOpen: true, dailyRatePpm: 10_000n },
  { asset: 'USDT', durationMs: yearMs - minuteMs, version: 1, isOpen: false, dailyRatePpm: 1n },
] as const
const minimum = 10_000_000n
const maximum = 3_000_000_000n

/** Offers the products of a history. */
export async function offerTerms(owner: Pool): Promise<ModelProduct[]> {
  const products: ModelProduct[] = []
  for (const { asset, durationMs, version, isOpen, dailyRatePpm } of offered) {
    const { rows } = await owner.query<{ product_id: bigint }>(
      `insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
        created_ms)
       values ($1, $2, $3, $4, $5, $6, $7, 0) returning product_id`,
      [assetCode(asset), durationMs, version, isOpen, dailyRatePpm, minimum, maximum],
    )
    if (rows[0] === undefined) throw new Error('no product was stored')
    const isNewest = !offered.some(
      (other) => other.asset === asset && other.durationMs === durationMs && other.version > version,
    )
    products.push({
      productId: rows[0].product_id,
      asset,
      durationMs,
      dailyRatePpm,
      minimum,
      maximum,
      isServed: isOpen && isNewest,
    })
  }
  return products
}

interface Answer {
  readonly outcome: string
  readonly order_id: bigint | null
}

async function answerOf(pool: Pool, call: string, values: readonly unknown[]): Promise<Answer> {
  const { rows } = await pool.query<Answer>(`select outcome, order_id from interest.${call}`, [...values])
  if (rows[0] === undefined) throw new Error(`${call} was not answered`)
  return rows[0]
}

const openTerm = (pool: Pool, customerId: bigint, requestId: string, productId: bigint, units: bigint) =>
  answerOf(pool, 'open_order($1, $2, $3, $4)', [customerId, requestId, productId, units])
const redeemTerm = (pool: Pool, customerId: bigint, requestId: string, termId: bigint) =>
  answerOf(pool, 'redeem_order($1, $2, $3)', [customerId, requestId, termId])

async function matureTerms(pool: Pool, stripe: number, limit: number): Promise<bigint[]> {
  const { rows } = await pool.query<{ order_id: bigint }>('select order_id from interest.mature_orders($1, $2)', [
    stripe,
    limit,
  ])
  return rows.map((row) => row.order_id)
}

const nowMsOf = (model: LedgerModel) => genesisMs + model.slot * slotMs + slotMs / 2
const picked = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(all.length, 1)]
/** The results of equal requests: one takes effect, the others repeat it; a refusal is returned to all. */
const answersTo = (outcome: string, effect: string, times: number) =>
  Array.from({ length: times }, (_, index) => (outcome === effect && index > 0 ? 'repeated' : outcome)).toSorted()

interface Asked {
  readonly customer: number
  readonly product: number
  readonly units: bigint
}

/** Opens an order, with the same request several times at once: one order, the same result for all. */
class OpenTerm implements LedgerCommand {
  readonly asked: Asked
  readonly times: number
  constructor(asked: Asked, times: number) {
    this.asked = asked
    this.times = times
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const { customer, units } = this.asked
    const product = picked(real.products, this.asked.product)
    if (product === undefined) throw new Error('nothing is offered')
    const customerId = BigInt(customer)
    const requestId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: this.times }, () =>
        openTerm(real.world.app, customerId, requestId, product.productId, units),
      ),
    )
    const [id = null, ...others] = new Set(answers.map((answer) => answer.order_id))
    deepEqual(others, [])
    const expected = model.terms.open(
      { customerId, product, units },
      { requestId, id: id ?? -1n, nowMs: nowMsOf(model) },
    )
    deepEqual(answers.map(({ outcome }) => outcome).toSorted(), answersTo(expected, 'opened', this.times))
    equal(id === null, expected !== 'opened')
    await compare(model, real)
  }
  toString = () => `open term ${fc.stringify(this.asked)} ${this.times} times`
}

/** Sends a request to put an amount in again, as it was or with another amount. */
class RepeatTerm implements LedgerCommand {
  readonly pick: number
  readonly isChanged: boolean
  constructor(pick: number, isChanged: boolean) {
    this.pick = pick
    this.isChanged = isChanged
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const past = picked(model.terms.all, this.pick)
    if (past === undefined) return
    const units = this.isChanged ? past.units + 1n : past.units
    const { outcome, order_id } = await openTerm(
      real.world.app,
      past.customerId,
      past.requestId,
      past.product.productId,
      units,
    )
    deepEqual([outcome, order_id], [this.isChanged ? 'conflict' : 'repeated', past.id])
    await compare(model, real)
  }
  toString = () => `repeat term ${this.pick}${this.isChanged ? ' with another amount' : ''}`
}

/** Redeems an order several times at once while a watch polls its stripe: due orders are paid, others returned. */
class RedeemTerm implements LedgerCommand {
  readonly pick: number
  readonly by: 'owner' | 'stranger'
  readonly times: number
  constructor(pick: number, by: 'owner' | 'stranger', times: number) {
    this.pick = pick
    this.by = by
    this.times = times
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const term = picked(model.terms.all, this.pick)
    if (term === undefined) return
    const customerId = this.by === 'owner' ? term.customerId : term.customerId + 1n
    const requestId = randomUUID()
    const nowMs = nowMsOf(model)
    const { app } = real.world
    const [paid, ...answers] = await Promise.all([
      matureTerms(app, term.stripe, 500),
      ...Array.from({ length: this.times }, () => redeemTerm(app, customerId, requestId, term.id)),
    ])
    deepEqual(paid, model.terms.mature(term.stripe, 500, nowMs))
    const expected = model.terms.redeem(customerId, term, { requestId, nowMs })
    deepEqual(answers.map(({ outcome }) => outcome).toSorted(), answersTo(expected, 'redeemed', this.times))
    await compare(model, real)
  }
  toString = () => `redeem term ${this.pick} by ${this.by} ${this.times} times`
}

/** Sends the request that took an order out again, for it or for another order. */
class RepeatRedemption implements LedgerCommand {
  readonly pick: number
  readonly other: number
  constructor(pick: number, other: number) {
    this.pick = pick
    this.other = other
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const past = picked(
      model.terms.all.filter(({ state }) => state === 'redeemed'),
      this.pick,
    )
    const named = this.other % 2 === 0 ? past : picked(model.terms.all, this.other)
    const requestId = past?.redeemRequestId ?? null
    if (past === undefined || named === undefined || requestId === null) return
    const { outcome } = await redeemTerm(real.world.app, past.customerId, requestId, named.id)
    equal(outcome, model.terms.redeem(past.customerId, named, { requestId, nowMs: nowMsOf(model) }))
    await compare(model, real)
  }
  toString = () => `repeat redemption ${this.pick} for ${this.other}`
}

/** Lets the time pass until the next order is due, or until the moment before. */
class WaitForTerm implements LedgerCommand {
  readonly isBefore: boolean
  constructor(isBefore: boolean) {
    this.isBefore = isBefore
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const next = Math.min(
      ...model.terms.all.filter(({ state }) => state === 'earning').map(({ expiresMs }) => expiresMs),
    )
    const slot = Math.floor((next - genesisMs) / slotMs) - (this.isBefore ? 1 : 0)
    // Those of a year are not waited for.
    if (slot <= model.slot || slot > model.slot + 2 * Number(minuteMs / BigInt(slotMs))) return
    model.slot = slot
    await real.world.moveTo(slot)
  }
  toString = () => `wait for ${this.isBefore ? 'the moment before ' : ''}the next term`
}

/** Pays some of the due orders of one stripe. */
class MatureTerms implements LedgerCommand {
  readonly stripe: number
  readonly limit: number
  constructor(stripe: number, limit: number) {
    this.stripe = stripe
    this.limit = limit
  }
  async run(model: LedgerModel, real: Real): Promise<void> {
    const paid = await matureTerms(real.world.app, this.stripe, this.limit)
    deepEqual(paid, model.terms.mature(this.stripe, this.limit, nowMsOf(model)))
    await compare(model, real)
  }
  toString = () => `mature ${this.limit} of ${this.stripe}`
}

/** Two watches over every stripe at once: together they pay each due order once. */
class MatureAtOnce implements LedgerCommand {
  async run(model: LedgerModel, real: Real): Promise<void> {
    const paid = await Promise.all([...stripes, ...stripes].map((stripe) => matureTerms(real.world.app, stripe, 500)))
    const expected = stripes.flatMap((stripe) => model.terms.mature(stripe, 500, nowMsOf(model)))
    deepEqual(paid.flat().map(Number).toSorted(byNumber), expected.map(Number).toSorted(byNumber))
    await compare(model, real)
  }
  toString = () => 'mature all at once'
}

const byNumber = (left: number, right: number) => left - right
const pick = fc.nat({ max: 999 })

/** Interest orders of customers 1 to `customers`, and of an unknown one, in a history. */
export function termCommands(customers: number): fc.Arbitrary<LedgerCommand>[] {
  const asked = fc.record<Asked>({
    customer: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: customers }) },
      { weight: 1, arbitrary: fc.constant(customers + 1) },
    ),
    product: pick,
    units: fc.oneof(
      { weight: 8, arbitrary: fc.bigInt(minimum, 900_000_000n) },
      { weight: 1, arbitrary: fc.bigInt(900_000_000n, maximum + 5n) },
      { weight: 1, arbitrary: fc.bigInt(-1n, minimum) },
    ),
  })
  return [
    fc.tuple(asked, fc.constantFrom(1, 1, 1, 4)).map((args) => new OpenTerm(...args)),
    fc.tuple(asked, fc.constant(1)).map((args) => new OpenTerm(...args)),
    fc.tuple(pick, fc.boolean()).map((args) => new RepeatTerm(...args)),
    fc
      .tuple(pick, fc.constantFrom('owner', 'owner', 'owner', 'stranger'), fc.constantFrom(1, 1, 3))
      .map((args) => new RedeemTerm(...args)),
    fc.tuple(pick, pick).map((args) => new RepeatRedemption(...args)),
    fc.boolean().map((isBefore) => new WaitForTerm(isBefore)),
    fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(1, 2, 500)).map((args) => new MatureTerms(...args)),
      fc.constant(new MatureAtOnce()),
    ),
  ]
}
