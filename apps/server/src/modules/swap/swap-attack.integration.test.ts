import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { openSwapWorld } from './testing/swap-world.ts'

const world = closeAfterTests(await openSwapWorld(await testDatabase()))
const customerId = await world.addCustomer()
await world.swap(customerId, 'USD', '250')
await world.swap(customerId, 'USDT', '30.5')

const swapped = { from: 'USD', amount: '20' } as const

/** A row of a swap beside the stored one, with some values of its own. */
function forged(values: Readonly<Record<string, string>>): string {
  const columns = [
    'customer_id',
    'request_id',
    'quote_id',
    'from_asset',
    'gives',
    'receives',
    'spread',
    'terms_version',
    'spread_bps',
    'rate_ticks',
    'rate_decimals',
    'at_ms',
    'quote_expires_ms',
    'from_stripe',
    'from_seq',
    'to_stripe',
    'to_seq',
  ]
  const given: Readonly<Record<string, string>> = {
    request_id: 'gen_random_uuid()',
    quote_id: 'gen_random_uuid()',
    ...values,
  }
  return `insert into swap.swap (${columns.join(', ')})
    select ${columns.map((column) => given[column] ?? column).join(', ')}
    from swap.swap order by swap_id limit 1`
}

describe('the application role', () => {
  test.each([
    [
      'terms of its own',
      `insert into swap.swap_terms (from_asset, minimum, is_whole_number, spread_bps, quote_ms, created_ms)
        values (1, 1, false, 0, 1, 0)`,
    ],
    ['a proposal of its own', `update swap.swap_proposal set state = 'confirmed', decided_by = proposed_by + 1`],
    ['a quote of its own', `update swap.swap_quote set receives = receives * 2`],
    ['a longer quote', `update swap.swap_quote set expires_ms = expires_ms + 1000000`],
    ['a swap of its own', forged({ receives: 'receives * 2' })],
    ['the booking of a swap', `select swap.book_swap(s) from swap.swap as s limit 1`],
    ['a payer of its own', `select swap.paying_fx(1, 1::smallint, 1)`],
    ['the judgement', `select swap.may_swap(1)`],
  ])('cannot reach %s', async (_, attack) => {
    await expect(world.ledger.app.query(attack)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['the house as customer', [0n, 1, 20_000_000n], 'account-disabled'],
    ['a customer below zero', [-1n, 1, 20_000_000n], 'account-disabled'],
    ['nobody', [424_242n, 1, 20_000_000n], 'account-disabled'],
    ['a negative amount', [1n, 1, -20_000_000n], 'wrong-amount'],
    ['the smallest number', [1n, 2, -9_223_372_036_854_775_808n], 'wrong-amount'],
    ['the largest number', [1n, 2, 9_223_372_036_854_775_807n], 'not-covered'],
  ])('is refused a quote over %s as a value', async (_, [id, from, units], refusal) => {
    const { rows } = await world.ledger.app.query<{ refusal: string }>(
      'select refusal from swap.quote_swap($1, $2, $3)',
      [id === 1n ? customerId : id, from, units],
    )
    expect(rows).toEqual([{ refusal }])
  })

  test.each([
    ['an asset that does not exist', [1n, 3, 1n]],
    ['no asset', [1n, null, 1n]],
    ['no amount', [1n, 1, null]],
    ['no customer', [null, 1, 1n]],
    ['an amount beyond int8', [1n, 1, '9223372036854775808']],
  ])('fails with a quote over %s', async (_, values) => {
    await expect(world.ledger.app.query('select swap.quote_swap($1, $2, $3)', [...values])).rejects.toMatchObject({
      severity: 'ERROR',
    })
  })

  test('cannot swap on an old snapshot, nor with another’s quote', async () => {
    const { quoteId } = await world.form(customerId, swapped.from, swapped.amount)
    const other = await world.addCustomer()
    const execute = 'select outcome from swap.execute_swap($1, $2, $3)'
    const { rows } = await world.ledger.app.query(execute, [other, randomUUID(), quoteId])
    expect(rows).toEqual([{ outcome: 'quote-expired' }])
    const client = await world.ledger.app.connect()
    try {
      await client.query('begin isolation level repeatable read')
      await expect(client.query(execute, [customerId, randomUUID(), quoteId])).rejects.toThrow('READ COMMITTED only')
    } finally {
      client.release(true)
    }
  })
})

describe('the owner', () => {
  test.each([
    ['a swap', 'update swap.swap set receives = receives + 1', '23000'],
    ['swaps', 'delete from swap.swap', '23000'],
    ['terms', 'update swap.swap_terms set spread_bps = 0', '23000'],
    ['a better result into a swap', forged({ receives: 'receives + 1' }), '23514'],
    ['a smaller spread into a swap', forged({ spread: 'spread - 1' }), '23514'],
    ['a swap after its quote', forged({ at_ms: 'quote_expires_ms' }), '23514'],
    [
      'a spread that its terms do not have',
      forged({
        spread_bps: '0',
        spread: '0',
        receives: 'swap.swapped(from_asset, gives, rate_ticks, rate_decimals, 0)',
      }),
      '23503',
    ],
    ['a second swap for a quote', forged({ quote_id: 'quote_id' }), '23505'],
    ['a second swap for a request', forged({ request_id: 'request_id' }), '23505'],
  ])('cannot bring %s by mistake', async (_, attack, code) => {
    await expect(world.ledger.owner.query(attack)).rejects.toMatchObject({ code })
  })
})

describe('the full check', () => {
  test.each([
    ['a swap is invented', forged({}), ['every swap was booked once', 'what changes assets moves by']],
    ['a swap is given another request', 'update swap.swap set request_id = gen_random_uuid()', ['their batch hashed']],
    [
      'a swap is given to another customer',
      'update swap.swap set customer_id = customer_id + 1',
      ['every swap was booked once', 'their batch hashed'],
    ],
    ['the time of a swap is changed', 'update swap.swap set at_ms = at_ms - 1', ['their batch hashed']],
    [
      'the spread of a swap is booked to another account',
      `update ledger.entry as e set account_id = other.account_id, version = 1000000
       from ledger.balance as fees, ledger.account as other
       where e.kind = 'swap' and fees.account_id = e.account_id and fees.kind = 'fees' and other.kind = 'fx'
         and other.stripe = e.stripe
         and e.ref = (select min(swap_id) from swap.swap)`,
      ['every swap was booked once'],
    ],
    [
      'a swap is removed',
      'delete from swap.swap',
      ['every entry of a swap', 'what changes assets moves by', 'their batch hashed'],
    ],
  ])('names it when %s', async (_, sql, expected) => {
    const client: pg.PoolClient = await world.ledger.owner.connect()
    try {
      // Acts as a superuser who can disable every guard; nothing of it is kept.
      await client.query(`set session_replication_role = replica`)
      const before = await snapshot(client)
      await client.query(sql)
      const { mismatches } = await checkLedger(world.ledger.app)
      await restore(client, before)
      const found = mismatches.map(({ invariant }) => invariant).join('; ')
      for (const name of expected) expect(found).toContain(name)
    } finally {
      client.release(true)
    }
    expect((await checkLedger(world.ledger.app)).mismatches).toEqual([])
  })
})

const savedAs = (table: string) => `saved_${table.replace('.', '_')}`

/** Copies of the tables that the checks of this file damage. */
async function snapshot(client: pg.PoolClient): Promise<readonly string[]> {
  const tables = ['swap.swap', 'ledger.entry'] as const
  for (const table of tables) await client.query(`create temp table if not exists ${savedAs(table)} as table ${table}`)
  return tables
}

async function restore(client: pg.PoolClient, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(`delete from ${table}`)
    await client.query(
      `insert into ${table} ${table === 'swap.swap' ? 'overriding system value' : ''} table ${savedAs(table)}`,
    )
  }
}
