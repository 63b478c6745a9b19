import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { matureTerms } from './interest-store.ts'
import { minuteMs, openInterestWorld } from './testing/interest-world.ts'

const granted = 10_000_000_000n
/** The interest on 100 USDT for a minute. */
const interest = 6n

const world = closeAfterTests(await openInterestWorld(await testDatabase()))

const isClean = async () => expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
const addCustomers = (count: number) => Promise.all(Array.from({ length: count }, () => world.addCustomer()))

describe('at once', () => {
  test('a thousand orders for the last of the coverage get exactly what it covers', async () => {
    const customers = await addCustomers(100)
    // 1,000 USDT earn 3,660 in a year: of the 250,000 of each of the four stripes that is 68 times, and a rest.
    await world.ledger.owner.query(
      `insert into interest.interest_product (asset, duration_ms, version, is_open, daily_rate_ppm, minimum, maximum,
        created_ms)
       values (2, ${366 * dayMs}, 1, true, 10000, 1000000, 5000000000, 0)`,
    )
    const productId = await world.product('USDT', 366 * dayMs)
    const before = await world.house()
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        world.service.open(customers[index % customers.length] ?? 0n, {
          requestId: randomUUID(),
          productId,
          amount: '1000',
        }),
      ),
    )
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]))
    expect(answers.length - refused.length).toBe(4 * 68)
    expect(new Set(refused)).toEqual(new Set(['not-covered']))
    expect((await world.house()).held - before.held).toBe(4n * 68n * 3_660_000_000n)
    await isClean()
  })

  test('the same order, asked for again and again, is opened once', async () => {
    const customerId = await world.addCustomer()
    const form = { requestId: randomUUID(), productId: await world.product('USDT', minuteMs), amount: '100' }
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.service.open(customerId, form)))
    expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1)
    expect(await world.money(customerId)).toEqual({ available: granted - 100_000_000n, inTerms: 100_000_000n })
    await isClean()
  })

  test('taking out and paying back end each order once, one way or the other', async () => {
    const customers = await addCustomers(8)
    const terms: { customerId: bigint; id: string }[] = []
    for (const customerId of customers)
      for (let count = 0; count < 5; count += 1)
        terms.push({ customerId, id: (await world.open(customerId, { amount: '100' })).id })
    await world.advance(minuteMs - 2_000)
    const takeOut = (some = terms) =>
      some.map(({ customerId, id }) => world.service.redeem(customerId, { requestId: randomUUID(), id }))
    const payBack = () => [1, 2, 3, 4, 5, 6, 7, 8].map((stripe) => matureTerms(world.ledger.app, stripe, 500))
    const first = takeOut(terms.slice(0, 10))
    const [redeemed] = await Promise.all([
      Promise.all([...first, ...takeOut()]),
      world.advance(2_000),
      ...payBack(),
      ...payBack(),
    ])
    await Promise.all([...payBack(), ...takeOut(), ...payBack()])
    const out = redeemed.filter(({ ok }) => ok).length
    const { rows } = await world.ledger.app.query<{ state: string; orders: bigint }>(
      `select state::text as state, count(*) as orders from interest.interest_order where order_id = any($1) group by 1`,
      [terms.map(({ id }) => BigInt(id))],
    )
    const ended = new Map(rows.map(({ state, orders }) => [state, Number(orders)]))
    expect(ended.get('earning')).toBeUndefined()
    expect(ended.get('redeemed') ?? 0).toBe(out)
    expect((ended.get('redeemed') ?? 0) + (ended.get('matured') ?? 0)).toBe(terms.length)
    const money = await Promise.all(customers.map((customerId) => world.money(customerId)))
    expect(money.every(({ inTerms }) => inTerms === 0n)).toBe(true)
    const paid = money.reduce((sum, { available }) => sum + available - granted, 0n)
    expect(paid).toBe(BigInt(ended.get('matured') ?? 0) * interest)
    await isClean()
  })
})
