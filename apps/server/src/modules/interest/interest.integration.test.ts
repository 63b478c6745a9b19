import { randomUUID } from 'node:crypto'
import type { TermView } from '@candor/api'
import { dayMs, interestOf } from '@candor/formulas'
import { amount } from '@candor/money'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { expectPages } from '../../platform/testing/expect-pages.ts'
import { checkLedger } from '../soundness/index.ts'
import { matureTerms, readFirstDueTerm } from './interest-store.ts'
import { startMaturityWatch } from './maturity-watch.ts'
import { minuteMs, openInterestWorld } from './testing/interest-world.ts'
import { messagesOf } from '../messages/testing/stored-messages.ts'

const coin = 1_000_000n
const granted = 10_000n * coin
const stripes = [1, 2, 3, 4, 5, 6, 7, 8]

const world = closeAfterTests(await openInterestWorld(await testDatabase()))

const isClean = async () => expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
const matureAll = async () =>
  (await Promise.all(stripes.map((stripe) => matureTerms(world.ledger.app, stripe, 500)))).flat()
const kindsOf = async (customerId: bigint) => {
  const { rows } = await world.ledger.app.query<{ kind: string; amount: bigint; ref: bigint }>(
    `select e.kind, e.d_posted - e.d_held as amount, e.ref from ledger.posting as e
      join ledger.balance as a using (account_id)
     where a.owner_id = $1 and a.kind = 'available' and e.kind <> 'grant' order by e.at_ms, e.version`,
    [customerId],
  )
  return rows.map(({ kind, amount, ref }) => `${kind} ${amount} of ${ref}`)
}

describe('the offers of a sandbox', () => {
  test('pay more a day, the longer the money is put away', async () => {
    const products = await world.service.products()
    for (const asset of ['USD', 'USDT'] as const) {
      const offered = products.filter((product) => product.asset === asset)
      const byLength = offered.toSorted((one, other) => one.durationMs - other.durationMs)
      const rates = byLength.map(({ dailyRatePpm }) => dailyRatePpm)
      expect(rates).toHaveLength(3)
      expect(rates).toEqual([...new Set(rates)].toSorted((one, other) => one - other))
    }
  })
})

describe('an interest order', () => {
  test('moves the amount, sets its whole interest aside, and pays both at its expiry', async () => {
    const customerId = await world.addCustomer()
    const before = await world.house()
    const term = await world.open(customerId, { durationMs: 30 * dayMs, amount: '1000' })
    const { dailyRatePpm, startMs } = term
    expect(term).toMatchObject({
      state: 'earning',
      isRedeemed: false,
      interest: '6',
      paid: null,
      expiresMs: startMs + 30 * dayMs,
      endedMs: null,
    })
    const invested = amount('USDT', 1_000n * coin)
    expect(interestOf({ invested, dailyRatePpm, durationMs: 30 * dayMs })).toEqual(amount('USDT', 6n * coin))
    expect(await world.money(customerId)).toEqual({ available: granted - 1_000n * coin, inTerms: 1_000n * coin })
    expect(await world.house()).toEqual({ posted: before.posted, held: before.held + 6n * coin })
    await isClean()

    await world.advance(30 * dayMs - 1_000)
    expect(await matureAll()).toEqual([])
    await world.advance(1_000)
    expect(await matureAll()).toEqual([{ termId: BigInt(term.id), customerId }])
    expect(await matureAll()).toEqual([])
    expect(await world.money(customerId)).toEqual({ available: granted + 6n * coin, inTerms: 0n })
    expect(await world.house()).toEqual({ posted: before.posted - 6n * coin, held: before.held })
    expect(await kindsOf(customerId)).toEqual([
      `term-opened -1000000000 of ${term.id}`,
      `term-matured 1000000000 of ${term.id}`,
      `interest-paid 6000000 of ${term.id}`,
    ])
    const ended = await world.service.detail(customerId, term.id)
    expect(ended.ok && ended.value).toMatchObject({ state: 'expired', isRedeemed: false, paid: '6' })
    await isClean()
  })

  test('taken out early comes back whole, without interest, which the house may promise again', async () => {
    const customerId = await world.addCustomer()
    const before = await world.house('USD')
    const term = await world.open(customerId, { asset: 'USD', durationMs: 7 * dayMs, amount: '250.5' })
    await world.advance(6 * dayMs)
    const requestId = randomUUID()
    const redeemed = await world.service.redeem(customerId, { requestId, id: term.id })
    expect(redeemed.ok && redeemed.value).toMatchObject({ state: 'expired', isRedeemed: true, paid: '0' })
    expect(await world.money(customerId, 'USD')).toEqual({ available: granted, inTerms: 0n })
    expect(await world.house('USD')).toEqual(before)
    // The same request returns the first result; another one finds nothing to redeem.
    expect(await world.service.redeem(customerId, { requestId, id: term.id })).toEqual(redeemed)
    expect(await world.service.redeem(customerId, { requestId: randomUUID(), id: term.id })).toMatchObject({
      error: 'transaction-closed',
    })
    const other = await world.open(customerId, { asset: 'USD' })
    expect(await world.service.redeem(customerId, { requestId, id: other.id })).toMatchObject({ error: 'conflict' })
    await world.advance(2 * dayMs)
    expect(await matureAll()).toEqual([{ termId: BigInt(other.id), customerId }])
    await isClean()
  })

  test('that is due pays its interest, however late that is: it cannot be taken out any more', async () => {
    const customerId = await world.addCustomer()
    const term = await world.open(customerId)
    await world.advance(minuteMs)
    const refused = await world.service.redeem(customerId, { requestId: randomUUID(), id: term.id })
    expect(refused).toMatchObject({ error: 'transaction-closed' })
    expect(await matureAll()).toHaveLength(1)
    expect((await world.money(customerId)).available).toBe(granted + 69n)
  })

  test('is announced to its customer, once', async () => {
    const customerId = await world.addCustomer()
    const term = await world.open(customerId)
    const early = await world.open(customerId)
    await world.service.redeem(customerId, { requestId: randomUUID(), id: early.id })
    await world.advance(minuteMs)
    const watch = startMaturityWatch({ ...world.deps, repeat: () => () => undefined })
    await watch.look()
    await watch.look()
    await watch.stop()
    const details = { asset: 'USDT', amount: '1000', durationMs: minuteMs }
    expect(await messagesOf(world.ledger.app, customerId)).toEqual([
      { kind: 'term-redeemed', subject: `term:${early.id}`, details: { ...details, interest: '0' } },
      { kind: 'term-matured', subject: `term:${term.id}`, details: { ...details, interest: '0.000069' } },
    ])
    const told = world.told
      .filter((one) => one.customerId === customerId)
      .map(({ notice }) => `${notice.kind} ${notice.id} ${notice.state}`)
    expect(told).toEqual([
      `term ${term.id} earning`,
      `term ${early.id} earning`,
      `term ${early.id} expired`,
      `term ${term.id} expired`,
    ])
  })
})

describe('opening', () => {
  test('returns the first order to a repeat, and a conflict to other values', async () => {
    const customerId = await world.addCustomer()
    const form = { requestId: randomUUID(), productId: await world.product('USDT', minuteMs), amount: '200' }
    const first = await world.service.open(customerId, form)
    expect(await world.service.open(customerId, form)).toEqual(first)
    expect(await world.service.open(customerId, { ...form, amount: '201' })).toMatchObject({ error: 'conflict' })
    const other = await world.product('USD', minuteMs)
    expect(await world.service.open(customerId, { ...form, productId: other })).toMatchObject({ error: 'conflict' })
    expect(await world.money(customerId)).toEqual({ available: granted - 200n * coin, inTerms: 200n * coin })
  })

  test('refuses what its product does not offer, and what the customer does not have', async () => {
    const customerId = await world.addCustomer()
    const productId = await world.product('USDT', minuteMs)
    const open = (amount: string, id = productId) =>
      world.service.open(customerId, { requestId: randomUUID(), productId: id, amount })
    const bounds = { error: 'wrong-amount', data: { min: '100', max: '5000' } }
    expect(await open('99.999999')).toMatchObject(bounds)
    expect(await open('5000.000001')).toMatchObject(bounds)
    expect(await open('0')).toMatchObject(bounds)
    expect(await open('5000')).toMatchObject({ ok: true })
    expect(await open('5000')).toMatchObject({ ok: true })
    expect(await open('100')).toMatchObject({ error: 'insufficient-balance' })
    for (const id of ['999', '0', '-1', 'x', '99999999999999999999'])
      expect(await open('100', id)).toMatchObject({ error: 'not-found' })
    expect(await world.money(customerId)).toEqual({ available: 0n, inTerms: granted })
  })

  test('refuses customers who are disabled, or whose verification was taken back', async () => {
    const customerId = await world.addCustomer()
    const productId = await world.product('USDT', minuteMs)
    const open = () => world.service.open(customerId, { requestId: randomUUID(), productId, amount: '100' })
    const set = (change: string) =>
      world.ledger.owner.query(`update identity.customer set ${change} where customer_id = $1`, [customerId])
    await set(`kyc_state = 'rejected'`)
    expect(await open()).toMatchObject({ error: 'kyc-not-completed' })
    await set(`kyc_state = 'verified', state = 0`)
    expect(await open()).toMatchObject({ error: 'account-disabled' })
    await set('state = 1')
    expect(await open()).toMatchObject({ ok: true })
  })

  test('refuses customers who have excluded themselves, and gives them back what they have', async () => {
    const customerId = await world.addCustomer()
    const term = await world.open(customerId)
    await world.ledger.app.query("select security.exclude($1, 'self-exclusion', 1000)", [customerId])
    const again = { requestId: randomUUID(), productId: term.productId, amount: '100' }
    expect(await world.service.open(customerId, again)).toMatchObject({ error: 'self-excluded' })
    expect(await world.service.redeem(customerId, { requestId: randomUUID(), id: term.id })).toMatchObject({ ok: true })
    await world.advance(1_000)
    expect(await world.service.open(customerId, again)).toMatchObject({ ok: true })
  })

  test('returns no orders of other customers', async () => {
    const [customerId, stranger] = [await world.addCustomer(), await world.addCustomer()]
    const { id } = await world.open(customerId)
    expect(await world.service.detail(stranger, id)).toMatchObject({ error: 'not-found' })
    expect(await world.service.redeem(stranger, { requestId: randomUUID(), id })).toMatchObject({ error: 'not-found' })
    expect(await world.service.list(stranger, { state: null, cursor: null, limit: 20 })).toEqual({
      items: [],
      nextCursor: null,
    })
  })
})

describe('lists and sums', () => {
  test('answer the orders page by page, newest first, by state, with what is in them', async () => {
    const customerId = await world.addCustomer()
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1)
      ids.unshift((await world.open(customerId, { durationMs: 30 * dayMs, amount: '100' })).id)
    await world.service.redeem(customerId, { requestId: randomUUID(), id: ids[1] ?? '' })
    await expectPages((wanted) => world.service.list(customerId, wanted), ids, ['earning', 'expired'])
    expect(await world.service.summary(customerId)).toEqual({
      items: [
        { asset: 'USD', invested: '0', expected: '0', earned: '0' },
        { asset: 'USDT', invested: '200', expected: '1.2', earned: '0' },
      ],
    })
  })
})

describe('paying back', () => {
  test('goes on past an order that cannot be booked, names it, and pays it once it can be', async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, () => world.addCustomer()))
    // Of one stripe, so that they share a batch.
    const together = customers.filter((customerId) => customerId % 4n === (customers[0] ?? 0n) % 4n)
    const fifth = await world.addCustomer()
    if (fifth % 4n === (customers[0] ?? 0n) % 4n) together.push(fifth)
    const terms: TermView[] = []
    for (const customerId of together)
      for (let count = 0; count < 4; count += 1) terms.push(await world.open(customerId))
    const poisoned = BigInt(terms[1]?.id ?? 0)
    await world.ledger.owner.query(
      `create function ledger.poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`,
    )
    await world.ledger.owner.query(
      `create trigger poison before update on interest.interest_order for each row when (old.order_id = ${poisoned})
        execute function ledger.poison()`,
    )
    await world.advance(minuteMs)
    let stuck = 0
    let nowMs = 0
    const onStuck = (orders: number) => {
      stuck = orders
    }
    const watch = startMaturityWatch({
      ...world.deps,
      onStuck,
      monotonic: { nowMs: () => nowMs },
      repeat: () => () => undefined,
    })
    await watch.look()
    await watch.look()
    const open = async () => {
      const { rows } = await world.ledger.app.query<{ order_id: bigint }>(
        `select order_id from interest.interest_order where order_id = any($1) and state = 'earning'`,
        [terms.map(({ id }) => BigInt(id))],
      )
      return rows.map((row) => row.order_id)
    }
    expect(await open()).toEqual([poisoned])
    expect(stuck).toBe(1)
    await world.ledger.owner.query('drop trigger poison on interest.interest_order')
    await watch.look()
    expect(await open()).toEqual([poisoned])
    nowMs += 61_000
    await watch.look()
    expect(await open()).toEqual([])
    expect(stuck).toBe(0)
    await watch.stop()
    await isClean()
  })

  test('by several at once pays each order once', async () => {
    const customers = await Promise.all(Array.from({ length: 8 }, () => world.addCustomer()))
    for (const customerId of customers)
      for (const asset of ['USD', 'USDT'] as const) await world.open(customerId, { asset, amount: '100' })
    await world.advance(minuteMs)
    const answers = await Promise.all(Array.from({ length: 6 }, () => matureAll()))
    const paid = answers.flat().map(({ termId }) => termId)
    expect(new Set(paid).size).toBe(paid.length)
    expect(paid).toHaveLength(16)
    expect(await readFirstDueTerm(world.ledger.app, 1, [])).toBeNull()
    for (const customerId of customers)
      expect(await world.money(customerId)).toEqual({ available: granted + 6n, inTerms: 0n })
    await isClean()
  })
})
