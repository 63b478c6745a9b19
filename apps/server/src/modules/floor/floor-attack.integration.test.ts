import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { createMerchantFundingService } from './merchant-funding-service.ts'
import { openFloorWorld, timeLimitMs } from './testing/floor-world.ts'
import { confirmAct } from '../verifier/testing/confirm.ts'

const coin = 1_000_000n
const largest = 9_223_372_036_854_775_807n

const world = closeAfterTests(await openFloorWorld(await testDatabase()))
const adverts = await world.adverts()
const dealer = await world.dealer()
const customerId = await world.addCustomer()
const [confirmed, lapsed] = [
  await world.sell(customerId, adverts.manual, '100'),
  await world.sell(customerId, adverts.manual, '150'),
]
await world.desks.confirm(dealer.secret, BigInt(confirmed.id))
await world.advance(timeLimitMs)
if ((await world.lapse()) !== 1) throw new Error(`the sale ${lapsed.id} did not lapse`)
await world.price(10_000n)
await world.sell(customerId, adverts.auto, '60')
const waiting = (await world.sell(customerId, adverts.manual, '120')).id
await fundDesks(dealer.secret)

/** A payment for a desk that was booked, and one that waits. */
async function fundDesks(secret: string): Promise<void> {
  const fundings = createMerchantFundingService(world.ledger.app)
  const form = { deskId: await world.desk('Kestrel OTC'), amount: '100', note: 'of a test' }
  const booked = await fundings.propose(secret, { ...form, requestId: randomUUID(), reference: 'one' })
  await fundings.propose(secret, { ...form, requestId: randomUUID(), reference: 'two' })
  const id = booked.ok ? booked.value.id : '0'
  const lead = await world.dealer(['lead'])
  await confirmAct(world.ledger, lead.secret, { act: 'desk-funding.confirm', id: BigInt(id) })
  await fundings.confirm(lead.secret, id)
}

describe('the application role', () => {
  test.each([
    [
      'a booking of its own',
      `select floor.book_sales(a, array[null], array[1], array[gen_random_uuid()], array[1]) from floor.advert as a
        limit 1`,
    ],
    [
      'an advert of its own',
      `select floor.put_up_advert(d, null, 1000000, 1000000, 1, 1000000, true, null, null, null, null)
        from floor.merchant as d limit 1`,
    ],
    [
      'what is held for an advert',
      `select floor.hold_for_advert(a, 'advert-released', -1) from floor.advert as a limit 1`,
    ],
    ['the closing of an advert', `select floor.shut_advert(a) from floor.advert as a limit 1`],
    ['the messages of sales', `select floor.notify_sellers(array[1])`],
    ['a desk with accounts', `select floor.open_merchant(7)`],
    ['money for a desk', `select ledger.receive('desk-funded:1', 'desk-funded', 1, 1::smallint, 1)`],
    ['a payment for a desk', `update floor.merchant_funding set state = 'booked', decided_by = proposed_by + 1`],
    ['a floor of its own', `select floor.open_sandbox_floor()`],
  ])('cannot reach %s', async (_, attack) => {
    await expect(world.ledger.app.query(attack)).rejects.toMatchObject({ code: '42501' })
  })

  test('ends no sale before its time, not even a second time', async () => {
    const { rows } = await world.ledger.app.query(
      'select sale_id, floor.lapse_sale(sale_id) as lapsed from floor.sale order by sale_id',
    )
    expect(rows.map((row) => row.lapsed)).toEqual([false, false, false, false])
    expect(
      (await world.ledger.app.query('select floor.lapse_sale(null) as lapsed, floor.lapse_sale(999) as other')).rows,
    ).toEqual([{ lapsed: false, other: false }])
    await world.requireSoundBooks()
  })

  const door = 'select outcome from floor.sell_to_advert($1, $2, $3, $4, $5)'
  const good = (): unknown[] => [adverts.manual, [customerId], [randomUUID()], [100n * coin], [999_200n]]
  const withArgument = (position: number, value: unknown) =>
    good().map((argument, index) => (index === position ? value : argument))

  test.each([
    ['the house as customer', 1, [0n], 'account-disabled'],
    ['a customer below zero', 1, [-1n], 'account-disabled'],
    ['nobody', 1, [424_242n], 'account-disabled'],
    ['a negative quantity', 3, [-coin], 'wrong-amount'],
    ['no quantity', 3, [0n], 'wrong-amount'],
    ['the largest quantity', 3, [largest], 'wrong-amount'],
    ['the smallest quantity', 3, [-largest - 1n], 'wrong-amount'],
    ['a better price', 4, [999_300n], 'price-changed'],
    ['no price', 4, [0n], 'price-changed'],
    ['an advert that is not there', 0, largest, 'unknown-advert'],
  ])('is refused a sale of %s as a value', async (_, position, value, refusal) => {
    const before = await world.money(customerId)
    const { rows } = await world.ledger.app.query<{ outcome: string }>(door, withArgument(position, value))
    expect(rows).toEqual([{ outcome: refusal }])
    expect(await world.money(customerId)).toEqual(before)
  })

  test.each([
    ['no advert', 0, null],
    ['no customers', 1, []],
    ['a null customer', 1, [null]],
    ['a null request', 2, [null]],
    ['a null quantity', 3, [null]],
    ['a null price', 4, [null]],
    ['arrays of different lengths', 3, [coin, coin]],
    ['a quantity beyond int8', 3, ['9223372036854775808']],
    ['more than a batch holds', 1, Array.from({ length: 501 }, (_, index) => BigInt(index))],
  ])('fails with %s', async (_, position, value) => {
    await expect(world.ledger.app.query(door, withArgument(position, value))).rejects.toMatchObject({
      severity: 'ERROR',
    })
  })

  test('fails with a customer twice in a batch, and on an old snapshot', async () => {
    const twice = [
      adverts.manual,
      [customerId, customerId],
      [randomUUID(), randomUUID()],
      [coin, coin],
      [999_200n, 999_200n],
    ]
    await expect(world.ledger.app.query(door, twice)).rejects.toThrow('malformed batch')
    const client = await world.ledger.app.connect()
    try {
      for (const call of ['floor.lapse_sale(1)', 'floor.follow_bid()']) {
        await client.query('begin isolation level repeatable read')
        await expect(client.query(`select ${call}`)).rejects.toThrow('READ COMMITTED only')
        await client.query('rollback')
      }
    } finally {
      client.release(true)
    }
  })
})

describe('the owner', () => {
  test.each([
    ['what a sale pays', 'update floor.sale set total = total + 1', '23000'],
    ['a sale that ended', `update floor.sale set state = 'in-progress' where state = 'closed'`, '23000'],
    [
      'a sale without a confirmation',
      `update floor.sale set state = 'completed', ended_ms = lapses_ms, ended_seq = 1, usd_seq = 1
        where state = 'in-progress'`,
      '23514',
    ],
    [
      'a sale that lapses early',
      `update floor.sale set state = 'closed', ended_ms = lapses_ms - 1, ended_seq = 1 where state = 'in-progress'`,
      '23514',
    ],
    ['sales', 'delete from floor.sale', '23000'],
    ['the price of an advert', 'update floor.advert set unit_price = unit_price + 100', '23000'],
    [
      'an advert that is not covered',
      'update floor.advert set reserved = reserved / 2 where closed_ms is null',
      '23514',
    ],
    [
      'an advert that sells more than it has',
      'update floor.advert set remaining = -1 where closed_ms is null',
      '23514',
    ],
    ['adverts', 'delete from floor.advert', '23000'],
    [
      'money for a desk that one person agreed on',
      `update floor.merchant_funding set state = 'booked', decided_by = proposed_by, decided_ms = 1, transfer_id = 1
        where state = 'proposed'`,
      '23514',
    ],
    [
      'a payment for a desk after it was confirmed',
      `update floor.merchant_funding set amount = amount + 1 where state = 'booked'`,
      '23000',
    ],
    [
      'another payment for a desk',
      `update floor.merchant_funding set amount = amount + 1 where state = 'proposed'`,
      '23000',
    ],
    ['payments for desks', 'delete from floor.merchant_funding', '23000'],
    ['a desk that was approved', `update floor.merchant set name = 'Somebody else'`, '23000'],
    [
      'a sale at a better rate into an advert',
      `insert into floor.sale (customer_id, request_id, advert_id, merchant_id, quantity, unit_price, total, rounded_off,
        is_auto, usdt_account,
         usd_account, usdt_stripe, usd_stripe, state, created_ms, asked_seq, ended_ms, ended_seq, usd_seq)
       select customer_id, gen_random_uuid(), advert_id, merchant_id, quantity, unit_price, total + 1, rounded_off,
         is_auto, usdt_account, usd_account,
         usdt_stripe, usd_stripe, state, created_ms, asked_seq, ended_ms, ended_seq, usd_seq from floor.sale
           where is_auto`,
      '23514',
    ],
  ])('cannot bring %s by mistake', async (_, attack, code) => {
    await expect(world.ledger.owner.query(attack)).rejects.toMatchObject({ code })
  })
})

describe('the full check', () => {
  const hashed = 'are those that their batch hashed'
  const once = 'every sale was booked once'
  test.each([
    [
      'a sale in progress is said to be another amount',
      () =>
        `update floor.sale set quantity = quantity + 1, rounded_off = rounded_off + unit_price
          where sale_id = ${waiting}`,
      [hashed, once, 'the escrow balance'],
    ],
    [
      'a sale is given to another customer',
      () => `update floor.sale set customer_id = customer_id + 1 where is_auto`,
      [hashed],
    ],
    [
      'a confirmed sale is said to have lapsed',
      () =>
        `update floor.sale set state = 'closed', ended_ms = lapses_ms, confirmed_by = null
          where confirmed_by is not null`,
      [hashed, once, 'an advert has left what'],
    ],
    [
      'another is said to have confirmed',
      () => `update floor.sale set confirmed_by = confirmed_by + 1 where confirmed_by is not null`,
      [hashed],
    ],
    [
      'a sale is removed',
      () => 'delete from floor.sale where is_auto',
      [hashed, 'belongs to a sale or an advert', 'desks have what they were given'],
    ],
    [
      'an advert is said to have had another price',
      () => 'update floor.advert set unit_price = unit_price - 100',
      [hashed, 'at its price and within its total'],
    ],
    [
      'an advert has less left than it has',
      () => 'update floor.advert set remaining = remaining - 1 where closed_ms is null',
      ['an advert has left what'],
    ],
    [
      'an advert holds more than was kept for it',
      () => 'update floor.advert set reserved = reserved + 1 where closed_ms is null',
      ['desks hold exactly', 'what was held for an advert'],
    ],
    [
      'a payment for a desk is said to have been more',
      () => `update floor.merchant_funding set amount = amount + 1 where state = 'booked'`,
      ['what came in for a desk'],
    ],
    [
      'a payment for a desk is booked that nobody confirmed',
      () =>
        `update floor.merchant_funding set state = 'proposed', decided_by = null, decided_ms = null, transfer_id = null
          where state = 'booked'`,
      ['what came in for a desk'],
    ],
    [
      'what one customer was paid is said to be another’s',
      () => `update ledger.entry as e set account_id = other.account_id, version = 1000000 from floor.sale as s,
        ledger.account as other
        where e.account_id = s.usd_account and e.ref = s.sale_id and e.kind = 'sale-completed' and s.is_auto
          and other.kind = 'merchant' and other.asset = 1`,
      [once, 'the hash chain is intact'],
    ],
  ])('names it when %s', async (_, damage, expected) => {
    const client: pg.PoolClient = await world.ledger.owner.connect()
    try {
      // Acts as a superuser who can disable every guard; nothing of it is kept.
      await client.query('set session_replication_role = replica')
      for (const table of damaged)
        await client.query(`create temp table if not exists ${savedAs(table)} as table ${table}`)
      await client.query(damage())
      const { mismatches } = await checkLedger(world.ledger.app)
      for (const table of damaged)
        await client.query(`delete from ${table}; insert into ${table} overriding system value table ${savedAs(table)}`)
      const found = mismatches.map(({ invariant }) => invariant).join('; ')
      for (const name of expected) expect(found).toContain(name)
    } finally {
      client.release(true)
    }
    await world.requireSoundBooks()
  })
})

const savedAs = (table: string) => `saved_${table.replace('.', '_')}`
const damaged = ['floor.advert', 'floor.sale', 'ledger.entry', 'floor.merchant_funding'] as const
