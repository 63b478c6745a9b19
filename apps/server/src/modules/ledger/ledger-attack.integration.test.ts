import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { openLedgerWorld } from './testing/ledger-world.ts'

const coin = 1_000_000n
const permissionDenied = { code: '42501' }

const database = await testDatabase()
const world = closeAfterTests(await openLedgerWorld(database))
const market = createPool(database.marketUrl, 'test-market', { maxConnections: 1 })
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60 })
await world.openCustomer(1n)
await world.publish()
await world.place([{ customerId: 1n, requestId: randomUUID(), stakeUnits: coin, termsId }])
afterAll(async () => {
  await market.end()
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
    (select string_agg(a::text, ';' order by account_id) from ledger.balance as a) || (select string_agg(e::text, ';'
      order by account_id, version) from ledger.posting as e)
    || (select string_agg(o::text, ';' order by order_id)
      from contract.contract_order as o) || (select string_agg(s::text, ';' order by stripe) from ledger.stripe as s)
    || (select string_agg(s::text, ';' order by name) from ledger.setting as s) as state`)
  return rows[0]?.state ?? ''
}

/** The schemas whose functions book money. */
const booking = [
  'ledger',
  'correction',
  'contract',
  'deposit',
  'withdrawal',
  'swap',
  'floor',
  'interest',
  'invite',
  'cell',
  'closing',
  'setting',
  'statement',
  'version',
]

describe('the application role', () => {
  test('cannot write to any table of the ledger or the market', async () => {
    const before = await fingerprint()
    const { rows: tables } = await world.owner.query<{ name: string; last_column: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name,
        (select attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         order by attnum desc limit 1) as last_column
       from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('r', 'p') and c.relname <> 'reserved_voucher'`,
      [[...booking, 'market', 'clock']],
    )
    expect(tables.length).toBeGreaterThan(15)
    for (const { name, last_column: column } of tables) {
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

  test('cannot choose order ids, nor touch the settings of the session that matter, or the schema', async () => {
    for (const attack of [
      `alter table contract.contract_order alter column order_id set default 1`,
      `select clock.batch_record_id(1, 1, 1)`,
      `set session_replication_role = replica`,
      `set role candor_owner`,
      `create table ledger.mine (x int)`,
      `create function ledger.now_ms() returns bigint language sql as 'select 0::bigint'`,
      `alter function contract.settle_due(smallint, integer, bigint[]) reset all`,
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
       where n.nspname = any($1) and has_function_privilege('candor_app', p.oid, 'execute')`,
      [booking],
    )
    expect(rows.map((row) => row.door.replace(/\(.*/, '')).toSorted()).toEqual([
      'cell.balances',
      'cell.overview',
      'cell.received_bytes',
      'cell.sell_across',
      'cell.sent_bytes',
      'cell.statement_lines',
      'cell.waiting_withdrawals',
      'closing.close_account',
      'closing.given_up_bytes',
      'closing.open_items',
      'contract.decided_orders',
      'contract.forget_refusals',
      'contract.performance',
      'contract.place_orders',
      'contract.placed_bytes',
      'contract.placed_bytes',
      'contract.settle_due',
      'contract.settled_bytes',
      'contract.share_at_least_bps',
      'contract.watch_foresight',
      'correction.decide_correction',
      'correction.propose_correction',
      'deposit.decide_deposit',
      'deposit.is_withdrawal_frozen',
      'deposit.lapse_old_deposits',
      'deposit.request_deposit',
      'floor.add_merchant',
      'floor.advert_bytes',
      'floor.apply_as_merchant',
      'floor.approve_application',
      'floor.approve_merchant',
      'floor.close_own_advert',
      'floor.confirm_sale',
      'floor.decide_advert',
      'floor.decide_merchant_funding',
      'floor.follow_bid',
      'floor.lapse_sale',
      'floor.propose_advert',
      'floor.propose_advert_terms',
      'floor.propose_merchant_funding',
      'floor.publish_advert',
      'floor.publish_own_advert',
      'floor.refuse_application',
      'floor.sale_asked_bytes',
      'floor.sale_ended_bytes',
      'floor.sell_to_advert',
      'floor.set_advert_open',
      'interest.due_orders',
      'interest.interest_of',
      'interest.mature_orders',
      'interest.open_order',
      'interest.order_ended_bytes',
      'interest.order_opened_bytes',
      'interest.propose_interest',
      'interest.redeem_order',
      'invite.due_invite_rewards',
      'invite.invite_reward_bytes',
      'invite.masked_contact',
      'invite.next_invite_reward',
      'invite.pay_invite_rewards',
      'invite.show_name',
      'ledger.asset_name',
      'ledger.batch_hash',
      'ledger.entry_bytes',
      'ledger.halt',
      'ledger.open_customer',
      'ledger.prepare_entry_days',
      'ledger.units_text',
      'setting.current_values',
      'setting.effect',
      'setting.propose',
      'statement.lines',
      'statement.past_lines',
      'statement.period_totals',
      'statement.reference_text',
      'statement.statement_entries',
      'statement.statement_records',
      'swap.execute_swap',
      'swap.propose_swap_terms',
      'swap.quote_swap',
      'swap.swap_bytes',
      'version.decide',
      'withdrawal.cancel_withdrawal',
      'withdrawal.complete_withdrawal',
      'withdrawal.decide_withdrawal',
      'withdrawal.fail_withdrawal',
      'withdrawal.notice_overdue_withdrawals',
      'withdrawal.quote_withdrawal',
      'withdrawal.request_withdrawal',
      'withdrawal.send_withdrawal',
      'withdrawal.withdrawal_asked_bytes',
      'withdrawal.withdrawal_due',
      'withdrawal.withdrawal_ended_bytes',
    ])
  })

  // A proposal names its values and moves nothing: a second operator's confirmation books or offers it. A customer
  // states the amount of an interest order, and nothing else. An operator states an advert's price, and a merchant that
  // of an own advert, within the band; the price seen by the seller and the balances that a closed account gives up are
  // compared, never booked.
  test('no door takes an outcome, a profit, a fee, a price, an amount or a time', async () => {
    const { rows } = await world.owner.query<{ doors: string }>(
      `select string_agg(pg_get_function_arguments(p.oid), ', ') as doors from pg_proc as p
        join pg_namespace as n on n.oid = p.pronamespace
       where n.nspname = any($1) and p.prosecdef and p.proname not in
         ('propose_correction', 'propose_interest', 'propose_swap_terms', 'open_order', 'publish_advert',
          'propose_advert', 'publish_own_advert', 'sell_to_advert', 'sell_across')`,
      [booking],
    )
    expect(rows[0]?.doors).not.toMatch(
      /outcome|result|profit|fee|price|amount|interest|rate|_ms|reason contract|net|entry|exit/,
    )
    const opening = await world.owner.query<{ door: string }>(
      `select pg_get_function_arguments(oid) as door from pg_proc where proname = 'open_order'`,
    )
    expect(opening.rows).toEqual([
      { door: 'p_customer_id bigint, p_request_id uuid, p_product_id bigint, p_amount bigint' },
    ])
  })

  test('every door is pinned to its own schemas', async () => {
    const { rows } = await world.owner.query<{ config: string[] }>(
      `select p.proconfig as config from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
        where n.nspname = any($1) and p.prosecdef`,
      [booking],
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect(row.config).toContain('search_path=pg_catalog, pg_temp')
  })

  test('cannot shadow a table or an operator with one of its own', async () => {
    const client = await world.app.connect()
    try {
      await client.query('create temp table account as select * from ledger.balance')
      await client.query('create temp table frame as select * from market.frame')
      await client.query('set search_path = pg_temp, ledger, market')
      const before = await fingerprint()
      await client.query('select * from contract.settle_due(1::smallint, 10)')
      expect(await fingerprint()).toBe(before)
    } finally {
      client.release(true)
    }
  })

  test.each(['repeatable read', 'serializable'])('cannot place or settle on an old snapshot (%s)', async (level) => {
    const client = await world.app.connect()
    try {
      await client.query(`begin isolation level ${level}`)
      await expect(client.query('select * from contract.settle_due(1::smallint, 10)')).rejects.toThrow(
        'READ COMMITTED only',
      )
    } finally {
      client.release(true)
    }
  })
})

describe('hostile arguments', () => {
  const door = 'select outcome from contract.place_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, true)'
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
      await expect(world.app.query('select contract.settle_due(1::smallint, $1)', [limit])).rejects.toThrow('malformed')
    expect((await world.app.query('select contract.settle_due(99::smallint, 1)')).rows).toEqual([])
  })

  test.each([
    'swap.execute_swap(1, null, gen_random_uuid())',
    'withdrawal.request_withdrawal(1, gen_random_uuid(), null)',
    'withdrawal.cancel_withdrawal(1, null, 1)',
    'interest.open_order(1, gen_random_uuid(), 1, null)',
    'interest.redeem_order(null, gen_random_uuid(), 1)',
    'floor.apply_as_merchant(1, gen_random_uuid(), null, $$about$$)',
    'floor.publish_own_advert(1, gen_random_uuid(), 1000000, null, 1, 1)',
  ])('%s is malformed', async (call) => {
    const before = await fingerprint()
    await expect(world.app.query(`select ${call}`)).rejects.toMatchObject({
      code: '22023',
      message: expect.stringMatching(/^malformed (?:request|application|advert)$/),
    })
    expect(await fingerprint()).toBe(before)
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
    ['an order that is open', `update contract.contract_order set stake = stake * 2`],
    ['orders', 'delete from contract.contract_order'],
    ['a balance', `update ledger.account set posted = posted + 1, version = version + 1 where owner_id = 1`],
    [
      'a balance between two accounts',
      `update ledger.account set posted = posted + case owner_id when 1 then 1 else -1 end where asset = 1
        and (owner_id = 1 or kind = 'custody')`,
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
    'select * from ledger.balance',
    'select contract.settle_due(1::smallint, 1)',
    `select ledger.halt(null, 'x')`,
  ]) {
    await expect(market.query(attack)).rejects.toMatchObject(permissionDenied)
  }
})

test('the ledger adds up after all of it', async () => {
  expect((await checkLedger(world.app)).mismatches).toEqual([])
})
