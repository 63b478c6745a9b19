import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../../platform/postgres/pool.ts'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from './ledger-checker.ts'
import { openLedgerWorld } from './testing/ledger-world.ts'
import type { LedgerWorld } from './testing/ledger-world.ts'

const coin = 1_000_000n
const permissionDenied = { code: '42501' }

let database: TestDatabase
let world: LedgerWorld
let market: pg.Pool
let termsId: bigint

beforeAll(async () => {
  database = await openTestDatabase()
  world = await openLedgerWorld(database)
  market = createPool(database.marketUrl, 'test-market', { maxConnections: 1 })
  termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
  await world.openCustomer(1n)
  await world.publish()
  await world.place([{ customerId: 1n, requestId: randomUUID(), stakeUnits: coin, termsId }])
})
afterAll(async () => {
  await market.end()
  await world.close()
  await database.close()
})

/** The application role's error for an attempt. */
function errorOf(attack: string): Promise<string> {
  return world.app.query(attack).then(
    () => 'none',
    (error: pg.DatabaseError) => `${error.code} ${error.message}`,
  )
}

/** The ledger's whole content as one text: an attack must not change it. */
async function fingerprint(): Promise<string> {
  const { rows } = await world.owner.query<{ state: string }>(`select
    (select string_agg(a::text, ';' order by account_id) from ledger.account as a) || (select string_agg(e::text, ';' order by account_id, version) from ledger.entry as e)
    || (select string_agg(o::text, ';' order by order_id) from ledger.contract_order as o) || (select string_agg(s::text, ';' order by stripe) from ledger.stripe as s)
    || (select string_agg(s::text, ';' order by name) from ledger.setting as s) as state`)
  return rows[0]?.state ?? ''
}

describe('the application role', () => {
  test('cannot write to any table of the ledger or the market', async () => {
    const before = await fingerprint()
    const { rows: tables } = await world.owner.query<{ name: string; second_column: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name, (select attname from pg_attribute where attrelid = c.oid and attnum = 2) as second_column
       from pg_class as c join pg_namespace as n on n.oid = c.relnamespace where n.nspname in ('ledger', 'market') and c.relkind in ('r', 'p')`,
    )
    expect(tables.length).toBeGreaterThan(15)
    for (const { name, second_column: column } of tables) {
      for (const attack of [
        `insert into ${name} default values`,
        `update ${name} set ${column} = ${column}`,
        `delete from ${name}`,
        `truncate ${name}`,
        `drop table ${name}`,
        `alter table ${name} disable trigger all`,
        `select from ${name} for update`,
      ]) {
        expect({ attack, error: await errorOf(attack) }).toEqual({ attack, error: expect.stringMatching(/^42501/) })
      }
    }
    expect(await fingerprint()).toBe(before)
  })

  test('cannot touch the sequence of order ids, the settings of the session that matter, or the schema', async () => {
    for (const attack of [
      `select setval('ledger.order_id', 1)`,
      `select nextval('ledger.order_id')`,
      `set session_replication_role = replica`,
      `set role candor_owner`,
      `create table ledger.mine (x int)`,
      `create function ledger.now_ms() returns bigint language sql as 'select 0::bigint'`,
      `alter function ledger.settle_due(smallint, integer, bigint[]) reset all`,
    ]) {
      expect({ attack, error: await errorOf(attack) }).toEqual({
        attack,
        error: expect.stringMatching(/permission denied|must be owner/),
      })
    }
  })

  test('may execute the doors and nothing behind them', async () => {
    const { rows } = await world.app.query<{ door: string }>(
      `select p.oid::regprocedure::text as door from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
       where n.nspname = 'ledger' and has_function_privilege('candor_app', p.oid, 'execute') order by 1`,
    )
    expect(rows.map((row) => row.door.replace(/\(.*/, ''))).toEqual([
      'ledger.add_desk',
      'ledger.advert_bytes',
      'ledger.approve_desk',
      'ledger.batch_hash',
      'ledger.cancel_withdrawal',
      'ledger.complete_withdrawal',
      'ledger.confirm_correction',
      'ledger.confirm_desk_funding',
      'ledger.confirm_sale',
      'ledger.decide_deposit',
      'ledger.decide_interest',
      'ledger.decide_swap_terms',
      'ledger.decide_withdrawal',
      'ledger.decided_orders',
      'ledger.due_invite_rewards',
      'ledger.due_terms',
      'ledger.entry_bytes',
      'ledger.entry_bytes',
      'ledger.execute_swap',
      'ledger.fail_withdrawal',
      'ledger.follow_bid',
      'ledger.forget_refusals',
      'ledger.halt',
      'ledger.interest_of',
      'ledger.invite_reward_bytes',
      'ledger.is_withdrawal_frozen',
      'ledger.lapse_old_deposits',
      'ledger.lapse_sale',
      'ledger.mature_terms',
      'ledger.next_invite_reward',
      'ledger.notice_overdue_withdrawals',
      'ledger.open_customer',
      'ledger.open_term',
      'ledger.pay_invite_rewards',
      'ledger.place_orders',
      'ledger.placed_bytes',
      'ledger.placed_bytes',
      'ledger.prepare_entry_days',
      'ledger.propose_correction',
      'ledger.propose_desk_funding',
      'ledger.propose_interest',
      'ledger.propose_swap_terms',
      'ledger.publish_advert',
      'ledger.quote_swap',
      'ledger.quote_withdrawal',
      'ledger.redeem_term',
      'ledger.reference_text',
      'ledger.reject_correction',
      'ledger.reject_desk_funding',
      'ledger.request_deposit',
      'ledger.request_withdrawal',
      'ledger.sale_asked_bytes',
      'ledger.sale_ended_bytes',
      'ledger.sell_to_advert',
      'ledger.send_withdrawal',
      'ledger.set_advert_open',
      'ledger.settle_due',
      'ledger.settled_bytes',
      'ledger.statement_entries',
      'ledger.statement_records',
      'ledger.swap_bytes',
      'ledger.term_ended_bytes',
      'ledger.term_opened_bytes',
      'ledger.units_text',
      'ledger.usdt_price',
      'ledger.withdrawal_asked_bytes',
      'ledger.withdrawal_due',
      'ledger.withdrawal_ended_bytes',
    ])
  })

  // A proposal names its values and moves nothing: a second operator's confirmation books or offers it. A customer
  // states the amount of an interest order, and nothing else. An operator states an advert's price; the price seen by
  // the seller is compared, never booked.
  test('no door takes an outcome, a profit, a fee, a price, an amount or a time', async () => {
    const { rows } = await world.owner.query<{ doors: string }>(
      `select string_agg(pg_get_function_arguments(p.oid), ', ') as doors from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
       where n.nspname = 'ledger' and p.prosecdef and p.proname not in
         ('propose_correction', 'propose_interest', 'propose_swap_terms', 'open_term', 'publish_advert', 'sell_to_advert')`,
    )
    expect(rows[0]?.doors).not.toMatch(
      /outcome|result|profit|fee|price|amount|interest|rate|_ms|reason ledger|net|entry|exit/,
    )
    const opening = await world.owner.query<{ door: string }>(
      `select pg_get_function_arguments(oid) as door from pg_proc where proname = 'open_term'`,
    )
    expect(opening.rows).toEqual([
      { door: 'p_customer_id bigint, p_request_id uuid, p_product_id bigint, p_amount bigint' },
    ])
  })

  test('every door is pinned to its own schemas', async () => {
    const { rows } = await world.owner.query<{ config: string[] }>(
      `select p.proconfig as config from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace where n.nspname = 'ledger' and p.prosecdef`,
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect(row.config).toContain('search_path=pg_catalog, pg_temp')
  })

  test('cannot shadow a table or an operator with one of its own', async () => {
    const client = await world.app.connect()
    try {
      await client.query('create temp table account as select * from ledger.account')
      await client.query('create temp table frame as select * from market.frame')
      await client.query('set search_path = pg_temp, ledger, market')
      const before = await fingerprint()
      await client.query('select * from ledger.settle_due(1::smallint, 10)')
      expect(await fingerprint()).toBe(before)
    } finally {
      client.release(true)
    }
  })

  test.each(['repeatable read', 'serializable'])('cannot place or settle on an old snapshot (%s)', async (level) => {
    const client = await world.app.connect()
    try {
      await client.query(`begin isolation level ${level}`)
      await expect(client.query('select * from ledger.settle_due(1::smallint, 10)')).rejects.toThrow(
        'READ COMMITTED only',
      )
    } finally {
      client.release(true)
    }
  })
})

describe('hostile arguments', () => {
  const door = 'select outcome from ledger.place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, true)'
  const good = (): unknown[] => [1, [1n], [randomUUID()], [1], [60], [termsId], ['up'], [coin], [world.slot - 1]]
  const withArgument = (position: number, value: unknown): unknown[] =>
    good().map((argument, index) => (index === position ? value : argument))
  const largest = 9_223_372_036_854_775_807n

  test.each([
    ['a negative stake', 7, [-coin]],
    ['a stake of nothing', 7, [0n]],
    ['the largest stake', 7, [largest]],
    ['the smallest stake', 7, [-largest - 1n]],
    ['the house as customer', 1, [0n]],
    ['a negative customer', 1, [-1n]],
    ['a customer without an account', 1, [424_242n]],
    ['terms that do not exist', 5, [largest]],
    ['an instrument that does not exist', 3, [2_147_483_647]],
    ['an instrument below zero', 3, [-1]],
    ['a duration below zero', 4, [-60]],
    ['the longest duration', 4, [2_147_483_647]],
    ['a slot of long ago', 8, [0n]],
    ['a slot to come', 8, [largest]],
    ['a slot before time', 8, [-largest]],
  ])('%s is refused as a value', async (_, position, value) => {
    const before = await fingerprint()
    const { rows } = await world.app.query<{ outcome: string }>(door, withArgument(position, value))
    expect(rows[0]?.outcome).toMatch(/^(below-minimum|above-maximum|terms-changed|price-moved|insufficient-balance)$/)
    expect(await fingerprint()).toBe(before)
  })

  test.each([
    ['a stripe that does not exist', 0, 99],
    ['no stripe', 0, null],
    ['a null customer', 1, [null]],
    ['a null stake', 7, [null]],
    ['a null direction', 6, [null]],
    ['a direction of its own', 6, ['sideways']],
    ['an empty batch', 1, []],
    ['arrays of different lengths', 7, [coin, coin]],
    ['a stake beyond int8', 7, ['9223372036854775808']],
    ['not a number', 7, ['NaN']],
    ['a key that is not a UUID', 2, ['x']],
    ['more than a batch holds', 1, Array.from({ length: 1_001 }, () => 1n)],
  ])('%s fails the batch', async (_, position, value) => {
    const before = await fingerprint()
    await expect(world.app.query(door, withArgument(position, value))).rejects.toMatchObject({ severity: 'ERROR' })
    expect(await fingerprint()).toBe(before)
  })

  test('settling takes no limit out of range and no stripe that is not there', async () => {
    for (const limit of [0, -1, 1_001, null])
      await expect(world.app.query('select ledger.settle_due(1::smallint, $1)', [limit])).rejects.toThrow('malformed')
    expect((await world.app.query('select ledger.settle_due(99::smallint, 1)')).rows).toEqual([])
  })

  test('a customer of the house is not opened', async () => {
    for (const id of [0n, -1n, null])
      await expect(world.app.query('select ledger.open_customer($1)', [id])).rejects.toThrow('positive')
  })

  test('partitions cannot be created without bound', async () => {
    await world.app.query('select ledger.prepare_entry_days(2147483647)')
    const { rows } = await world.owner.query<{ days: bigint }>(
      `select count(*) as days from pg_inherits where inhparent = 'ledger.entry'::regclass`,
    )
    expect(rows[0]?.days).toBeLessThan(80n)
  })
})

describe('the owner', () => {
  test.each([
    ['an entry', 'update ledger.entry set d_posted = d_posted + 1'],
    ['an entry in its partition', 'delete from ledger.entry_20260105'],
    ['entries', 'truncate ledger.entry'],
    ['a batch', `update ledger.batch set hash = prev_hash`],
    ['batches', 'delete from ledger.batch'],
    ['an order that is open', `update ledger.contract_order set stake = stake * 2`],
    ['orders', 'delete from ledger.contract_order'],
    ['a balance', `update ledger.account set posted = posted + 1, version = version + 1 where owner_id = 1`],
    [
      'a balance between two accounts',
      `update ledger.account set posted = posted + case owner_id when 1 then 1 else -1 end where asset = 1 and (owner_id = 1 or kind = 'custody')`,
    ],
    [
      'an account that opens with money',
      `insert into ledger.account (owner_id, kind, asset, posted) values (77, 'available', 1, 5)`,
    ],
    ['a transfer', 'delete from ledger.transfer'],
    [
      'one entry that does not balance',
      `insert into ledger.entry values (1, 999, 1767571200000, 1, 999, null, 'grant', 1, 5, 0, 5, 0)`,
    ],
    [
      'the same in its partition',
      `insert into ledger.entry_20260105 values (1, 999, 1767571200000, 1, 999, null, 'grant', 1, 5, 0, 5, 0)`,
    ],
  ])('cannot change %s by mistake', async (_, attack) => {
    await expect(world.owner.query(attack)).rejects.toMatchObject({ code: '23000' })
  })
})

test('the market role has no way into the ledger', async () => {
  for (const attack of [
    'select * from ledger.account',
    'select ledger.settle_due(1::smallint, 1)',
    `select ledger.halt(null, 'x')`,
  ]) {
    await expect(market.query(attack)).rejects.toMatchObject(permissionDenied)
  }
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.app)).mismatches).toEqual([])
})
