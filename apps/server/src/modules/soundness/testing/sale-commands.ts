import { deepEqual, equal } from 'node:assert/strict'
import { slotMs } from '@candor/formulas'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { readBalances } from '../../statement/balance-store.ts'
import { openLastingSession } from './lasting-session.ts'
import { command, compare, picks } from './ledger-comparison.ts'
import type { LedgerCommand, Real } from './ledger-comparison.ts'
import type { LedgerModel } from './ledger-model.ts'
import { bandBps, lapseSlots } from './sale-model.ts'
import type { ModelSaleRequest } from './sale-model.ts'

const secret = 'e'.repeat(43)
const coin = 1_000_000n
/** A history registers customers as it runs, but never this many. */
const nobody = 1_000_000

/**
 * Few and small, so that a history uses them up: two below the swap price at most of a history's prices, and two that
 * are confirmed, while the official price is near theirs.
 */
const adverts = [
  { unitPrice: 989_500n, total: 160n * coin, minimum: 10n * coin, maximum: 40n * coin, isAuto: true },
  { unitPrice: 999_500n, total: 9_000n * coin, minimum: 10n * coin, maximum: 2_000n * coin, isAuto: true },
  { unitPrice: 1_030_000n, total: 6_000n * coin + 1n, minimum: 25n * coin, maximum: 3_000n * coin, isAuto: false },
  { unitPrice: 999_900n, total: 100n * coin, minimum: 30n * coin, maximum: 80n * coin, isAuto: false },
] as const

/** Opens a desk with adverts, and the session of an operator that lasts through any history. */
export async function setUpSales(owner: Pool, model: LedgerModel, customers: number): Promise<void> {
  model.sales.customers = customers
  await owner.query('update floor.floor_setting set lapse_ms = $1', [lapseSlots * slotMs])
  await owner.query('insert into floor.advert_terms (band_bps, created_ms) values ($1, 0)', [bandBps])
  await openLastingSession(owner, { name: 'deals', role: 'desk', secret })
  await owner.query(`insert into floor.merchant (name, kind, applied_ms, approved_ms) values ('A desk', 'house', 0, 0)`)
  await owner.query(`select floor.open_merchant(1)`)
  await owner.query(
    `select ledger.receive('desk-funding:1', 'desk-funded', ledger.account_of(1, 'merchant', 1::smallint, null),
      2::smallint, 1000000000000)`,
  )
  for (const { unitPrice, total, minimum, maximum, isAuto } of adverts) {
    const { rows } = await owner.query<{ id: bigint }>(
      'select floor.put_up_advert(d, null, $1, $2, $3, $4, $5, null, null, null, null) as id from floor.merchant as d',
      [unitPrice, total, minimum, maximum, isAuto],
    )
    const id = rows[0]?.id
    if (id === undefined) throw new Error('an advert was not published')
    model.sales.adverts.push({ id, unitPrice, minimum, maximum, isAuto, remaining: total, isOpen: true })
  }
}

/** Compares the floor's own state: adverts' remaining quantities, and escrow. */
async function compareFloor(model: LedgerModel, real: Real): Promise<void> {
  await compare(model, real)
  const { app } = real.world
  const { rows } = await app.query<{ id: bigint; remaining: bigint; is_open: boolean }>(
    'select advert_id as id, remaining, closed_ms is null as is_open from floor.advert order by advert_id',
  )
  deepEqual(
    rows.map(({ id, remaining, is_open: isOpen }) => ({ id, remaining, isOpen })),
    model.sales.adverts.map(({ id, remaining, isOpen }) => ({ id, remaining, isOpen })),
  )
  const balances = await readBalances(app, [...model.sales.escrow.keys()])
  const inEscrow = balances
    .filter(({ asset }) => asset === 'USDT')
    .map(({ customerId, escrow }) => [customerId, escrow.units] as const)
  deepEqual(new Map(inEscrow), model.sales.escrow)
}

interface Answer {
  readonly outcome: string
  readonly sale_id: bigint | null
}

async function sell(pool: Pool, advertId: bigint, requests: readonly ModelSaleRequest[]): Promise<Answer[]> {
  const { rows } = await pool.query<Answer>(
    'select outcome, sale_id from floor.sell_to_advert($1, $2, $3, $4, $5) order by request_index',
    [
      advertId,
      requests.map(({ customerId }) => customerId),
      requests.map(({ requestId }) => requestId),
      requests.map(({ quantity }) => quantity),
      requests.map(({ unitPrice }) => unitPrice),
    ],
  )
  return rows
}

interface Draft {
  readonly customer: number
  readonly key: string
  readonly quantity: bigint
  readonly isPriceSeen: boolean
  /** Repeats a request sent before, as it was or with another quantity. */
  readonly past: { readonly pick: number; readonly isChanged: boolean } | null
}

/** Several customers sell into one advert, in one batch. */
const sellBatch = (place: number, drafts: readonly Draft[]): LedgerCommand =>
  command(`sell into ${place} ${fc.stringify(drafts)}`, async (model, real) => {
    const advert = model.sales.adverts[place]
    if (advert === undefined) throw new Error('no such advert')
    const drafted = drafts.map(({ customer, key, quantity, isPriceSeen, past }): ModelSaleRequest => {
      const earlier =
        past === null ? undefined : model.sales.all[past.pick % Math.max(model.sales.all.length, 1)]?.request
      if (earlier !== undefined)
        return past?.isChanged === true ? { ...earlier, quantity: earlier.quantity + 1n } : earlier
      return {
        customerId: BigInt(customer),
        requestId: key,
        quantity,
        unitPrice: advert.unitPrice + (isPriceSeen ? 0n : 100n),
      }
    })
    // A batch has at most one request per customer.
    const requests = [...new Map(drafted.map((request) => [request.customerId, request])).values()]
    const answers = await sell(real.world.app, advert.id, requests)
    const saleIds = answers.map((answer) => answer.sale_id)
    deepEqual(
      answers.map(({ outcome }) => outcome),
      model.sales.sell(advert, requests, saleIds),
    )
    await compareFloor(model, real)
  })

/** The same sale several times at once: one effect, the same result for all. */
const sellAtOnce = (place: number, draft: Draft): LedgerCommand =>
  command(`sell into ${place} at once ${fc.stringify(draft)}`, async (model, real) => {
    const advert = model.sales.adverts[place]
    if (advert === undefined) throw new Error('no such advert')
    const { customer, key, quantity } = draft
    const request = { customerId: BigInt(customer), requestId: key, quantity, unitPrice: advert.unitPrice }
    const answers = (await Promise.all([1, 2, 3].map(() => sell(real.world.app, advert.id, [request])))).flat()
    const [expected] = model.sales.sell(advert, [request], [answers[0]?.sale_id ?? null])
    const others = expected === 'sold' ? 'repeated' : expected
    const found = answers.map(({ outcome }) => outcome).join(' ')
    equal(
      [
        `${expected} ${others} ${others}`,
        `${others} ${expected} ${others}`,
        `${others} ${others} ${expected}`,
      ].includes(found),
      true,
    )
    equal(new Set(answers.map((answer) => answer.sale_id)).size, 1)
    await compareFloor(model, real)
  })

const answerOf = (work: Promise<{ rows: { answer: unknown }[] }>): Promise<unknown> =>
  work.then(
    ({ rows }) => rows[0]?.answer,
    (error: { code?: string }) => error.code ?? String(error),
  )

/** A sale is confirmed while it is being lapsed: it ends once, in one way. */
const endSale = (pick: number): LedgerCommand =>
  command(`end sale ${pick}`, async (model, real) => {
    const open = model.sales.all.filter(({ state }) => state === 'in-progress')
    const sale = (open.length > 0 ? open : model.sales.all)[pick % Math.max(open.length, 1)]
    if (sale === undefined) return
    const { app } = real.world
    const confirm = () => answerOf(app.query('select floor.confirm_sale($1, $2) as answer', [secret, sale.id]))
    const lapse = () => answerOf(app.query('select floor.lapse_sale($1) as answer', [sale.id]))
    const [confirmed, ...lapsed] = await Promise.all([confirm(), lapse(), lapse()])
    // Time stands still: it is overdue for all of them, or for none.
    const hasLapsed = model.sales.lapse(sale)
    equal(lapsed.filter((answer) => answer === true).length, hasLapsed ? 1 : 0)
    equal(confirmed, model.sales.confirm(sale))
    await compareFloor(model, real)
  })

/** An advert is closed or reopened, twice at once. */
const setOpen = (place: number, isOpen: boolean): LedgerCommand =>
  command(`${isOpen ? 'open' : 'close'} advert ${place}`, async (model, real) => {
    const advert = model.sales.adverts[place]
    if (advert === undefined) throw new Error('no such advert')
    const set = () =>
      answerOf(real.world.app.query('select floor.set_advert_open($1, $2, $3) as answer', [secret, advert.id, isOpen]))
    const answers = await Promise.all([set(), set()])
    const expected = model.sales.open(advert, isOpen)
    deepEqual(answers, [expected, expected])
    await compareFloor(model, real)
  })

const draft = (customers: number): fc.Arbitrary<Draft> =>
  fc.record({
    customer: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 2 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...Array.from({ length: customers - 2 }, (_, index) => index + 3), nobody),
      },
    ),
    key: fc.uuid({ version: 4 }),
    quantity: fc.oneof(
      { weight: 6, arbitrary: fc.bigInt(20n * coin, 90n * coin) },
      { weight: 2, arbitrary: fc.bigInt(90n * coin, 3_100n * coin) },
      { weight: 1, arbitrary: fc.bigInt(-1n, 12n * coin) },
    ),
    isPriceSeen: fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    past: fc.oneof(
      { weight: 8, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.record({ pick: picks, isChanged: fc.boolean() }) },
    ),
  })
const place = fc.nat({ max: adverts.length - 1 })

/** The trading floor in a history. */
export const saleCommands = (customers: number): fc.Arbitrary<LedgerCommand>[] => [
  fc.tuple(place, fc.array(draft(customers), { minLength: 1, maxLength: 4 })).map((args) => sellBatch(...args)),
  fc
    .tuple(fc.constantFrom(2, 3), fc.array(draft(customers), { minLength: 1, maxLength: 2 }))
    .map((args) => sellBatch(...args)),
  fc.tuple(place, draft(customers)).map((args) => sellAtOnce(...args)),
  picks.map(endSale),
  fc.tuple(place, fc.constantFrom(true, true, false)).map((args) => setOpen(...args)),
]
