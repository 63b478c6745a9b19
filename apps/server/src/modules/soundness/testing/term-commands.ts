import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { dayMs, slotMs } from '@candor/formulas'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { assetCode } from '../../ledger/ledger.ts'
import { command, compare, picked, picks } from './ledger-comparison.ts'
import type { LedgerCommand } from './ledger-comparison.ts'
import type { LedgerModel } from './ledger-model.ts'
import { genesisMs } from '../../ledger/testing/ledger-world.ts'
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
/** The results of equal requests: one takes effect, the others repeat it; a refusal is returned to all. */
const answersTo = (outcome: string, effect: string, times: number) =>
  Array.from({ length: times }, (_, index) => (outcome === effect && index > 0 ? 'repeated' : outcome)).toSorted()

interface Asked {
  readonly customer: number
  readonly product: number
  readonly units: bigint
}

/** Opens an order, with the same request several times at once: one order, the same result for all. */
const openTimes = (asked: Asked, times: number): LedgerCommand =>
  command(`open term ${fc.stringify(asked)} ${times} times`, async (model, real) => {
    const { customer, units } = asked
    const product = picked(real.products, asked.product)
    if (product === undefined) throw new Error('nothing is offered')
    const customerId = BigInt(customer)
    const requestId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: times }, () => openTerm(real.world.app, customerId, requestId, product.productId, units)),
    )
    const [id = null, ...others] = new Set(answers.map((answer) => answer.order_id))
    deepEqual(others, [])
    const expected = model.terms.open(
      { customerId, product, units },
      { requestId, id: id ?? -1n, nowMs: nowMsOf(model) },
    )
    deepEqual(answers.map(({ outcome }) => outcome).toSorted(), answersTo(expected, 'opened', times))
    equal(id === null, expected !== 'opened')
    await compare(model, real)
  })

/** Sends a request to put an amount in again, as it was or with another amount. */
const repeatTerm = (pick: number, isChanged: boolean): LedgerCommand =>
  command(`repeat term ${pick}${isChanged ? ' with another amount' : ''}`, async (model, real) => {
    const past = picked(model.terms.all, pick)
    if (past === undefined) return
    const units = isChanged ? past.units + 1n : past.units
    const { outcome, order_id } = await openTerm(
      real.world.app,
      past.customerId,
      past.requestId,
      past.product.productId,
      units,
    )
    deepEqual([outcome, order_id], [isChanged ? 'conflict' : 'repeated', past.id])
    await compare(model, real)
  })

/** Redeems an order several times at once while a watch polls its stripe: due orders are paid, others returned. */
const redeemTimes = (pick: number, by: 'owner' | 'stranger', times: number): LedgerCommand =>
  command(`redeem term ${pick} by ${by} ${times} times`, async (model, real) => {
    const term = picked(model.terms.all, pick)
    if (term === undefined) return
    const customerId = by === 'owner' ? term.customerId : term.customerId + 1n
    const requestId = randomUUID()
    const nowMs = nowMsOf(model)
    const { app } = real.world
    const [paid, ...answers] = await Promise.all([
      matureTerms(app, term.stripe, 500),
      ...Array.from({ length: times }, () => redeemTerm(app, customerId, requestId, term.id)),
    ])
    deepEqual(paid, model.terms.mature(term.stripe, 500, nowMs))
    const expected = model.terms.redeem(customerId, term, { requestId, nowMs })
    deepEqual(answers.map(({ outcome }) => outcome).toSorted(), answersTo(expected, 'redeemed', times))
    await compare(model, real)
  })

/** Sends the request that took an order out again, for it or for another order. */
const repeatRedemption = (pick: number, other: number): LedgerCommand =>
  command(`repeat redemption ${pick} for ${other}`, async (model, real) => {
    const past = picked(
      model.terms.all.filter(({ state }) => state === 'redeemed'),
      pick,
    )
    const named = other % 2 === 0 ? past : picked(model.terms.all, other)
    const requestId = past?.redeemRequestId ?? null
    if (past === undefined || named === undefined || requestId === null) return
    const { outcome } = await redeemTerm(real.world.app, past.customerId, requestId, named.id)
    equal(outcome, model.terms.redeem(past.customerId, named, { requestId, nowMs: nowMsOf(model) }))
    await compare(model, real)
  })

/** Lets the time pass until the next order is due, or until the moment before. */
const waitForTerm = (isBefore: boolean): LedgerCommand =>
  command(`wait for ${isBefore ? 'the moment before ' : ''}the next term`, async (model, real) => {
    const next = Math.min(
      ...model.terms.all.filter(({ state }) => state === 'earning').map(({ expiresMs }) => expiresMs),
    )
    const slot = Math.floor((next - genesisMs) / slotMs) - (isBefore ? 1 : 0)
    // Those of a year are not waited for.
    if (slot <= model.slot || slot > model.slot + 2 * Number(minuteMs / BigInt(slotMs))) return
    model.slot = slot
    await real.world.moveTo(slot)
  })

/** Pays some of the due orders of one stripe. */
const matureSome = (stripe: number, limit: number): LedgerCommand =>
  command(`mature ${limit} of ${stripe}`, async (model, real) => {
    const paid = await matureTerms(real.world.app, stripe, limit)
    deepEqual(paid, model.terms.mature(stripe, limit, nowMsOf(model)))
    await compare(model, real)
  })

/** Two watches over every stripe at once: together they pay each due order once. */
const matureAtOnce = command('mature all at once', async (model, real) => {
  const paid = await Promise.all([...stripes, ...stripes].map((stripe) => matureTerms(real.world.app, stripe, 500)))
  const expected = stripes.flatMap((stripe) => model.terms.mature(stripe, 500, nowMsOf(model)))
  deepEqual(paid.flat().map(Number).toSorted(byNumber), expected.map(Number).toSorted(byNumber))
  await compare(model, real)
})

const byNumber = (left: number, right: number) => left - right

/** Interest orders of customers 1 to `customers`, and of an unknown one, in a history. */
export function termCommands(customers: number): fc.Arbitrary<LedgerCommand>[] {
  const asked = fc.record<Asked>({
    customer: fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: customers }) },
      { weight: 1, arbitrary: fc.constant(customers + 1) },
    ),
    product: picks,
    units: fc.oneof(
      { weight: 8, arbitrary: fc.bigInt(minimum, 900_000_000n) },
      { weight: 1, arbitrary: fc.bigInt(900_000_000n, maximum + 5n) },
      { weight: 1, arbitrary: fc.bigInt(-1n, minimum) },
    ),
  })
  return [
    fc.tuple(asked, fc.constantFrom(1, 1, 1, 4)).map((args) => openTimes(...args)),
    fc.tuple(asked, fc.constant(1)).map((args) => openTimes(...args)),
    fc.tuple(picks, fc.boolean()).map((args) => repeatTerm(...args)),
    fc
      .tuple(picks, fc.constantFrom('owner', 'owner', 'owner', 'stranger'), fc.constantFrom(1, 1, 3))
      .map((args) => redeemTimes(...args)),
    fc.tuple(picks, picks).map((args) => repeatRedemption(...args)),
    fc.boolean().map(waitForTerm),
    fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 8 }), fc.constantFrom(1, 2, 500)).map((args) => matureSome(...args)),
      fc.constant(matureAtOnce),
    ),
  ]
}
