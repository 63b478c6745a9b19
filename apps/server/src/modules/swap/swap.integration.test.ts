import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTest, openTestDatabase } from '../../platform/postgres/test-database.ts'
import { openSwapWorld } from './testing/swap-world.ts'
import type { SwapWorld } from './testing/swap-world.ts'

const coin = 1_000_000n
const granted = 10_000n * coin

let world: SwapWorld
let customerId: bigint

beforeEach(async () => {
  const database = closeAfterTest(await openTestDatabase())
  world = closeAfterTest(await openSwapWorld(database))
  customerId = await world.addCustomer()
})
afterEach(() => world.requireSoundBooks())

const execute = (form: { requestId: string; quoteId: string }, id = customerId) => world.service.execute(id, form)

describe('a quote', () => {
  test('tells what is given, received and what of it the swap costs, at the official price and the spread', async () => {
    expect(await world.service.quote(customerId, { from: 'USD', amount: '250' })).toMatchObject({
      ok: true,
      // 250 / (0.99 × 1.0005), and 250 × 0.0005 / 1.0005.
      value: {
        from: 'USD',
        to: 'USDT',
        gives: '250',
        receives: '252.399052',
        spread: '0.124937',
        rate: '1.009596',
        midRate: '1.010101',
        spreadBps: 5,
        validMs: 10_000,
      },
    })
    expect(await world.service.quote(customerId, { from: 'USDT', amount: '250.5' })).toMatchObject({
      ok: true,
      value: { gives: '250.5', receives: '247.871002', spread: '0.12525', rate: '0.989505', midRate: '0.99' },
    })
  })

  test.each([
    ['less than the minimum', 'USDT', '0.999999'],
    ['nothing', 'USDT', '0'],
    ['less than the minimum of the other direction', 'USD', '0'],
    ['a part of a number where whole ones are required', 'USD', '20.5'],
  ] as const)('is refused over %s, with what would do', async (_, from, amount) => {
    expect(await world.service.quote(customerId, { from, amount })).toEqual({
      ok: false,
      error: 'wrong-amount',
      data: { minimum: '1', wholeNumber: from === 'USD' },
    })
  })

  test('is refused while USDT has no current price', async () => {
    await world.price(99n, 2)
    expect(await world.service.quote(customerId, { from: 'USD', amount: '20' })).toMatchObject({
      ok: false,
      error: 'market-stale',
    })
    await world.price(99n)
    await world.wait(20)
    expect(await world.service.quote(customerId, { from: 'USD', amount: '20' })).toMatchObject({
      ok: false,
      error: 'market-stale',
    })
  })

  test.each(['300000', '999999999999.999999'])(
    'is refused over %s, which no account of the house can pay',
    async (amount) => {
      expect(await world.service.quote(customerId, { from: 'USDT', amount })).toMatchObject({
        ok: false,
        error: 'not-covered',
      })
    },
  )

  test('is refused to who is not verified, is disabled or has a frozen account', async () => {
    const refused = async () =>
      expect(await world.service.quote(customerId, { from: 'USD', amount: '20' })).toMatchObject({
        ok: false,
        error: 'account-disabled',
      })
    const form = await world.form(customerId, 'USD', '20')
    await world.ledger.owner.query('update identity.customer set state = 0 where customer_id = $1', [customerId])
    await refused()
    expect(await execute(form)).toMatchObject({ ok: false, error: 'account-disabled' })
    await world.ledger.owner.query('update identity.customer set state = 1 where customer_id = $1', [customerId])
    await world.ledger.owner.query('update ledger.account set is_frozen = true where owner_id = $1 and asset = 2', [
      customerId,
    ])
    await refused()
  })
})

describe('a swap', () => {
  test('gives and takes to the last unit what was quoted, and names the spread among the fees', async () => {
    const swapped = await world.swap(customerId, 'USD', '250')
    expect(swapped).toMatchObject({ gives: '250', receives: '252.399052', spread: '0.124937' })
    expect(await world.money(customerId)).toEqual({ USD: granted - 250n * coin, USDT: granted + 252_399_052n })
    expect(await world.ledger.total('fees', 'USD')).toBe(124_937n)
    // The spread is among the fees of the customer's month, too.
    const { rows } = await world.ledger.app.query<{ fees: bigint }>(
      'select fees from statement.period_totals($1, 0, $2, 10) order by asset',
      [customerId, Number.MAX_SAFE_INTEGER],
    )
    expect(rows.map(({ fees }) => fees)).toEqual([124_937n, 0n])
    expect(await world.ledger.total('fx', 'USD')).toBe(1_000_000n * coin + 249_875_063n)
    expect(await world.ledger.total('fx', 'USDT')).toBe(1_000_000n * coin - 252_399_052n)
    expect(world.told).toEqual([{ customerId, id: swapped.id }])
    expect(await world.service.detail(customerId, swapped.id)).toEqual({ ok: true, value: swapped })
  })

  test.each([70n, 98n, 100n])('is refused when the price has moved beyond the spread, to %s cents', async (cents) => {
    const form = await world.form(customerId, 'USDT', '100')
    await world.price(cents)
    expect(await execute(form)).toMatchObject({ ok: false, error: 'quote-expired' })
    await world.price(99n)
    expect(await execute(form)).toMatchObject({ ok: true, value: { receives: '98.9505', midRate: '0.99' } })
  })

  test('is done as quoted where the price has moved by the spread and no more', async () => {
    await world.ledger.owner.query(
      `insert into swap.swap_terms (from_asset, minimum, is_whole_number, spread_bps, quote_ms, created_ms)
        select from_asset, minimum, is_whole_number, 200, quote_ms, created_ms from swap.swap_terms
        where from_asset = 2`,
    )
    await world.price(100n)
    const form = await world.form(customerId, 'USDT', '100')
    for (const cents of [97n, 103n]) {
      await world.price(cents)
      expect(await execute(form)).toMatchObject({ ok: false, error: 'quote-expired' })
    }
    await world.price(98n)
    expect(await execute(form)).toMatchObject({ ok: true, value: { receives: '98', midRate: '1' } })
  })

  test('is refused once its quote has expired, and not a moment before', async () => {
    const late = await world.form(customerId, 'USDT', '100')
    await world.wait(20)
    await world.price(99n)
    expect(await execute(late)).toMatchObject({ ok: false, error: 'quote-expired' })
    const intime = await world.form(customerId, 'USDT', '100')
    await world.wait(18)
    await world.price(99n)
    expect(await execute(intime)).toMatchObject({ ok: true })
  })

  test('is refused when the price has gone since the quote', async () => {
    const form = await world.form(customerId, 'USDT', '100')
    await world.price(99n, 0)
    expect(await execute(form)).toMatchObject({ ok: false, error: 'market-stale' })
    await world.price(99n)
    expect(await execute(form)).toMatchObject({ ok: true })
  })

  test('uses its quote up: another request is refused, the same one returns the first swap, other values conflict', async () => {
    const form = await world.form(customerId, 'USD', '20')
    const first = await execute(form)
    expect(first.ok).toBe(true)
    expect(await execute(form)).toEqual(first)
    expect(await execute({ ...form, requestId: randomUUID() })).toMatchObject({ ok: false, error: 'quote-expired' })
    const next = await world.form(customerId, 'USD', '20')
    expect(await execute({ ...form, quoteId: next.quoteId })).toMatchObject({ ok: false, error: 'conflict' })
    expect(await world.money(customerId)).toMatchObject({ USD: granted - 20n * coin })
  })

  test('takes the newest quote of its direction only, and no quote of somebody else', async () => {
    const replaced = await world.form(customerId, 'USD', '20')
    const other = await world.form(customerId, 'USDT', '30')
    const newest = await world.form(customerId, 'USD', '40')
    expect(await execute(newest, await world.addCustomer())).toMatchObject({ ok: false, error: 'quote-expired' })
    expect(await execute(replaced)).toMatchObject({ ok: false, error: 'quote-expired' })
    expect(await execute(other)).toMatchObject({ ok: true })
    expect(await execute(newest)).toMatchObject({ ok: true, value: { gives: '40' } })
    for (const quoteId of [randomUUID(), 'none', ''])
      expect(await execute({ requestId: randomUUID(), quoteId })).toMatchObject({ error: 'quote-expired' })
  })

  test('is refused above what is available, whatever was quoted, and takes all of it', async () => {
    const tooMuch = await world.form(customerId, 'USD', '10001')
    expect(await execute(tooMuch)).toMatchObject({ ok: false, error: 'insufficient-balance' })
    await world.swap(customerId, 'USD', '10000')
    expect(await world.money(customerId)).toMatchObject({ USD: 0n })
  })

  test('rounds against the customer by less than a unit, and there and back never gains', async () => {
    await world.price(101n)
    const { receives } = await world.swap(customerId, 'USD', '7')
    await world.swap(customerId, 'USDT', receives)
    const { USD, USDT } = await world.money(customerId)
    expect(USDT).toBe(granted)
    expect(granted - USD).toBeGreaterThanOrEqual(7_000n - 10n)
    expect(granted - USD).toBeLessThan(7_010n)
  })

  test('is named on the statement by both of its lines', async () => {
    const { id } = await world.swap(customerId, 'USD', '20')
    const { rows } = await world.ledger.app.query<{ ref: bigint; d_posted: bigint }>(
      `select ref, d_posted from ledger.posting join ledger.balance using (account_id) where owner_id = $1
        and posting.kind = 'swap' order by posting.asset`,
      [customerId],
    )
    expect(rows).toEqual([
      { ref: BigInt(id), d_posted: -20n * coin },
      { ref: BigInt(id), d_posted: 20_191_924n },
    ])
  })
})
