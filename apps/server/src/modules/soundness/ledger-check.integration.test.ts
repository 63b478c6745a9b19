import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPool } from '../../platform/postgres/pool.ts'
import { closeAfterTest, openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger, startLedgerChecker } from './index.ts'
import { LedgerHaltedError } from '../ledger/index.ts'
import { settleDue } from '../settlement/settlement-store.ts'
import { resumeLedger } from '../ledger/index.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../ledger/testing/ledger-world.ts'

const coin = 1_000_000n
const logger = pino({ level: 'silent' })

let database: TestDatabase
let world: LedgerWorld
let termsId: bigint

beforeEach(async () => {
  database = closeAfterTest(await openTestDatabase())
  world = closeAfterTest(await openLedgerWorld(database))
  termsId = await world.offer({ instrumentId: 1, durationSlots: 10 })
  for (const id of [1n, 2n, 3n]) await world.openCustomer(id)
  await world.publish()
  await place(1n)
  await world.publishThrough(world.slot + 11)
  await world.settleAll()
  await place(2n)
})

function place(customerId: bigint) {
  return world.place([{ customerId, requestId: randomUUID(), stakeUnits: 100n * coin, termsId, durationSlots: 10 }])
}

/** Tampers as a superuser who can disable every guard. */
async function tamper(sql: string): Promise<void> {
  const client = await world.owner.connect()
  await client.query('set session_replication_role = replica')
  await client.query(sql)
  client.release(true)
}

test('a ledger that nobody tampered with is clean', async () => {
  const seen: string[] = []
  const { mismatches, marks } = await checkLedger(world.app, null, (name) => seen.push(name))
  expect(mismatches).toEqual([])
  expect(seen.length).toBeGreaterThan(12)
  expect(marks.get(1)).toBeGreaterThan(3n)
})

test.each([
  [
    'a balance is raised',
    'update ledger.account set posted = posted + 1 where owner_id = 1 and asset = 1',
    ['posted money sums', 'every account stands', 'every account equals'],
  ],
  [
    'money moves between customers',
    `update ledger.account set posted = posted + case owner_id when 1 then 5 else -5 end where owner_id in (1, 2)
      and asset = 1`,
    ['every account equals'],
  ],
  [
    'a hold is dropped',
    'update ledger.account set held = 0 where owner_id = 2 and asset = 1',
    ['customers hold exactly'],
  ],
  [
    'a version is skipped',
    'update ledger.account set version = version + 1 where owner_id = 3 and asset = 1',
    ['counts them'],
  ],
  [
    'an entry is changed',
    'update ledger.entry set d_posted = d_posted + 1, posted_after = posted_after + 1 where account_id = (select account_id from ledger.balance where owner_id = 1 and asset = 1) and version = 1',
    ['sums to zero', 'hash chain'],
  ],
  [
    'an entry is removed',
    `delete from ledger.entry where kind = 'contract-placed' and ref is not null`,
    ['all its entries', 'chain from entry'],
  ],
  [
    'a batch is removed',
    'delete from ledger.batch where stripe = 1 and seq = 2',
    ['without a gap', 'belongs to a batch'],
  ],
  ['the chain is cut', `update ledger.batch set prev_hash = sha256('x') where stripe = 1 and seq = 3`, ['hash chain']],
  ['the head is set back', 'update ledger.stripe set seq = seq - 1 where stripe = 1', ['end at its head']],
  [
    'a direction is turned',
    `update contract.contract_order set direction = 'down' where customer_id = 2`,
    ['their batch hashed'],
  ],
  [
    'a direction is turned, and the digest of its batch with it',
    `update contract.contract_order set direction = 'down' where customer_id = 2;
     update ledger.batch as b set orders_digest = sha256(contract.placed_bytes(o)) from contract.contract_order as o
     where o.customer_id = 2 and b.stripe = o.stripe and b.seq = o.placed_seq`,
    ['hash chain'],
  ],
  [
    'a result is turned',
    `update contract.contract_order set exit_price = exit_price + 1 where customer_id = 1`,
    ['their batch hashed'],
  ],
  [
    'an order is closed by hand',
    `update contract.contract_order set state = 'closed', result = 'void', void_reason = 'no-exit-price', net = 0,
      settled_ms = 0, settled_seq = 1 where customer_id = 2`,
    ['customers hold', 'house holds', 'exposure', 'booked once'],
  ],
  ['an exposure is lowered', 'update contract.exposure set open_payout = 0', ['exposure equals']],
  [
    'a transfer is invented',
    `insert into ledger.transfer (source, kind, account_id, asset, amount, stripe, seq, at_ms)
      values ('x', 'grant', 1, 1, 5, 1, 1, 0)`,
    ['every transfer'],
  ],
])('%s: the full check names it', async (_, sql, expected) => {
  await tamper(sql)
  const { mismatches } = await checkLedger(world.app)
  const found = mismatches.map((mismatch) => mismatch.invariant).join('; ')
  for (const name of expected) expect(found).toContain(name)
})

test('the background check looks at new batches, halts the stripe concerned, and leaves others writing', async () => {
  const counts: number[] = []
  const checker = startLedgerChecker({
    pool: world.app,
    logger,
    intervalMs: 3_600_000,
    onChecked: (count) => counts.push(count),
  })
  expect(await checker.checkNew()).toEqual([])
  await place(3n)
  expect(await checker.checkNew()).toEqual([])
  await place(3n)
  await tamper(
    'update ledger.batch set entry_count = entry_count + 1 where (stripe, seq) = (select stripe, seq from ledger.stripe where stripe = 1)',
  )
  expect(await checker.checkNew()).toMatchObject([
    { stripe: 1, invariant: 'every batch sums to zero and has all its entries' },
  ])
  expect(checker.isHalted()).toBe(true)
  await expect(place(3n)).rejects.toThrow(LedgerHaltedError)
  await world.publishThrough(world.slot + 11)
  await expect(settleDue(world.app, 1, 10)).rejects.toThrow(LedgerHaltedError)
  expect(
    await world.place([
      { customerId: 3n, requestId: randomUUID(), stakeUnits: coin, termsId, durationSlots: 10, asset: 'USDT' },
    ]),
  ).toMatchObject([{ outcome: 'accepted' }])
  // A broken invariant stays broken until a person repairs it.
  expect(await checker.checkNew()).toHaveLength(1)
  await checker.stop()
  expect(counts).toEqual([0, 0, 1, 1])
})

test('a halted ledger writes again only after the owner resumed it', async () => {
  await world.app.query(`select ledger.halt(null, 'drill')`)
  await expect(place(3n)).rejects.toThrow('drill')
  await expect(world.app.query('select ledger.resume()')).rejects.toThrow('permission denied')
  await expect(resumeLedger(world.app)).rejects.toThrow('permission denied')
  await resumeLedger(world.owner)
  expect(await place(3n)).toMatchObject([{ outcome: 'accepted' }])
})

test('a check whose connection is cut fails, and the next one is clean', async () => {
  // Once: a second cut could meet the check that follows.
  let cutting: Promise<unknown> | undefined
  const cut = checkLedger(world.app, null, () => {
    cutting ??= world.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'candor-test-app'
        and datname = current_database()`,
    )
  })
  // The driver's message depends on whether a statement was in progress.
  await expect(cut).rejects.toThrow(/terminat|connection error/)
  await cutting
  expect((await checkLedger(world.app)).mismatches).toEqual([])
})

test('a connection whose check cannot be rolled back is thrown away, so that nobody books in its transaction', async () => {
  const pool = createPool(database.appUrl, 'test-stuck', { maxConnections: 1 })
  const client = await pool.connect()
  const query = client.query.bind(client)
  vi.spyOn(client, 'query').mockImplementation(((text: string, values: unknown[]) =>
    text === 'rollback' ? Promise.reject(new Error('Query read timeout')) : query(text, values)) as never)
  client.release()
  await expect(checkLedger(pool)).rejects.toThrow('Query read timeout')
  const { rows } = await pool.query<{ isolation: string }>(
    `select current_setting('transaction_isolation') as isolation`,
  )
  expect(rows).toEqual([{ isolation: 'read committed' }])
  await pool.end()
})

test('a check that takes longer than the interval is not followed by a queue of others', async () => {
  const holder = await world.owner.connect()
  await holder.query('begin')
  await holder.query('lock table ledger.stripe in access exclusive mode')
  let checks = 0
  const checker = startLedgerChecker({ pool: world.app, logger, intervalMs: 20, onChecked: () => (checks += 1) })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const stopped = checker.stop()
  await holder.query('commit')
  holder.release()
  await stopped
  expect(checks).toBe(1)
})

test('a full check of many orders compares no order with the entries of all others', async () => {
  const many = Array.from({ length: 400 }, (_, place) => ({
    customerId: BigInt(1 + (place % 3)),
    requestId: randomUUID(),
    stakeUnits: 10n * coin,
    termsId,
    durationSlots: 10,
  }))
  expect((await world.place(many)).every(({ outcome }) => outcome === 'accepted')).toBe(true)
  await world.publishThrough(world.slot + 11)
  expect(await world.settleAll()).toHaveLength(401)
  await world.owner.query('analyze')
  const pool = createPool(database.appUrl, 'test-plans', { maxConnections: 1 })
  const client = await pool.connect()
  const asked = vi.spyOn(client, 'query')
  client.release()
  await checkLedger(pool)
  const statements = asked.mock.calls.map(([asking]) => asking as unknown).filter(isStatement)
  expect(statements.length).toBeGreaterThan(12)
  for (const { text, values } of statements) {
    const explained = await world.app.query({ text: `explain analyze ${text}`, values: [...values] })
    const compared = [...JSON.stringify(explained.rows).matchAll(/Rows Removed by Join Filter: (\d+)/g)]
    expect([text, compared.reduce((sum, [, rows]) => sum + Number(rows), 0) < 20_000]).toEqual([text, true])
  }
  await pool.end()
})

function isStatement(asking: unknown): asking is { readonly text: string; readonly values: readonly unknown[] } {
  return typeof asking === 'object' && asking !== null && 'text' in asking
}
