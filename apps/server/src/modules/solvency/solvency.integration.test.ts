import { randomUUID } from 'node:crypto'
import { dayMs } from '@candor/formulas'
import { checkOwnLiability, decodeSnapshotEvent, fromBase64 } from '@candor/proof/solvency'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openOrder } from './testing/interest-order.ts'
import { markLogged, openSolvencyWorld, verifiedOwn } from './testing/solvency-world.ts'
import { buildSnapshot } from './snapshot-build.ts'
import { readRecordBytes } from './solvency.ts'
import { startSnapshotWatch } from './snapshot-watch.ts'
import { createSolvencyService, takeSnapshot } from './solvency-service.ts'
import { nextNumber, readBooks, storeSnapshot } from './solvency-store.ts'

const coin = 1_000_000n
const granted = 10_000n * coin
const nothing = { free: 0n, held: 0n, invested: 0n, accrued: 0n, escrow: 0n, merchant: 0n }
const key = new Uint8Array(32).fill(5)

const world = closeAfterTests(await openSolvencyWorld(await testDatabase()))
const service = createSolvencyService(world.ledger.app)
const termsId = await world.ledger.offer({ instrumentId: 1, durationSlots: 60 })

const place = (customerId: bigint, stakeUnits = coin) =>
  world.ledger.place([{ customerId, requestId: randomUUID(), stakeUnits, termsId }])

async function take(): Promise<bigint> {
  const snapshotId = await takeSnapshot(world.ledger.app, null)
  if (snapshotId === null) throw new Error('no snapshot was stored')
  return snapshotId
}

/** The application role's error for an attempt. */
const errorOf = (attempt: string, values: unknown[] = []) =>
  world.ledger.app.query(attempt, values).then(
    () => 'none',
    (error: pg.DatabaseError) => error.code,
  )

describe('a snapshot', () => {
  let [idle, trader, seller, investor, merchant] = [0n, 0n, 0n, 0n, 0n]
  beforeAll(async () => {
    ;[idle, trader, seller, investor, merchant] = [
      await world.addCustomer(),
      await world.addCustomer(),
      await world.addCustomer(),
      await world.addCustomer(),
      await world.addCustomer(),
    ]
    await world.price(10_000n)
    await place(trader, 100n * coin)
    await world.sell(seller, (await world.adverts()).manual, '200')
    await openOrder(world, investor, { asset: 2, durationMs: 30 * dayMs, units: 1_000n * coin })
    await world.ledger.owner.query(
      `with added as (insert into floor.merchant (name, kind, customer_id, applied_ms, approved_ms)
         values ('Partner', 'merchant', $1, 0, 0) returning merchant_id)
       select floor.open_merchant(merchant_id) from added`,
      [merchant],
    )
    const { rows } = await world.ledger.owner.query<{ merchant_id: bigint }>(
      'select merchant_id from floor.merchant where customer_id = $1',
      [merchant],
    )
    await world.fund(String(rows[0]?.merchant_id), 700n * coin)
    await world.advance(10 * dayMs)
    await markLogged(world, await take())
  })

  test('counts what is available, held, invested with its interest so far, in escrow, and in a merchant’s wallet', async () => {
    const own = (customerId: bigint) => verifiedOwn(world, service, customerId)
    expect(await own(idle)).toEqual({ USD: { ...nothing, free: granted }, USDT: { ...nothing, free: granted } })
    const held = 100n * coin + coin / 2n
    expect((await own(trader)).USD).toEqual({ ...nothing, free: granted - held, held })
    expect((await own(seller)).USDT).toEqual({ ...nothing, free: granted - 200n * coin, escrow: 200n * coin })
    // 200 millionths a day of 1,000, for ten days of thirty.
    expect((await own(investor)).USDT).toEqual({
      ...nothing,
      free: granted - 1_000n * coin,
      invested: 1_000n * coin,
      accrued: 2n * coin,
    })
    expect((await own(merchant)).USD).toEqual({ ...nothing, free: granted, merchant: 700n * coin })
  })

  test('shows the totals, with the highest open payout beside them', async () => {
    const { snapshot, assets } = await service.totals()
    expect(snapshot).toMatchObject({ shard: '2026h1', index: 7 })
    expect(assets).toMatchObject([
      { asset: 'USD', total: '50700', held: '100.5', merchants: '700', openPayout: '85', leaves: 256 },
      { asset: 'USDT', total: '50002', invested: '1000', accrued: '2', escrow: '200', openPayout: '0' },
    ])
  })

  test('leaves a customer who is newer than the snapshot without a leaf', async () => {
    const own = await service.own(await world.addCustomer())
    expect(own.snapshot).not.toBeNull()
    expect(own.leaves).toEqual([])
  })

  test('is read by a share of customers, which is published in tenths of a percent', async () => {
    await world.ledger.owner.query('delete from solvency.proof_reading')
    expect((await service.totals()).checkedShareBps).toBe(0)
    await service.own(idle)
    await service.own(idle)
    expect((await service.totals()).checkedShareBps).toBe(2000)
    await service.own(trader)
    await service.own(seller)
    expect((await service.totals()).checkedShareBps).toBe(6000)
    await world.ledger.owner.query('update solvency.proof_reading set read_ms = read_ms - 31 * 86400000::bigint')
    expect((await service.totals()).checkedShareBps).toBe(0)
  })
})

describe('the log', () => {
  test('has a snapshot before any proof of it is served', async () => {
    const customerId = await world.addCustomer()
    const before = await service.totals()
    const snapshotId = await take()
    expect((await service.own(customerId)).leaves).toEqual([])
    expect(await service.totals()).toEqual(before)
    const { rows } = await world.ledger.app.query<{ tiles: number }>(
      'select count(*)::integer as tiles from solvency.tiles_of($1, 1::smallint, array[0::smallint], array[0])',
      [snapshotId],
    )
    expect(rows).toEqual([{ tiles: 0 }])
    await markLogged(world, snapshotId, 8)
    expect((await verifiedOwn(world, service, customerId)).USD.free).toBe(granted)
    expect((await service.totals()).snapshot).toMatchObject({ id: String(snapshotId), index: 8 })
  })

  test('holds a snapshot at one index, and the snapshot never changes', async () => {
    const snapshotId = await take()
    await markLogged(world, snapshotId, 9)
    await markLogged(world, snapshotId, 9)
    await expect(markLogged(world, snapshotId, 10)).rejects.toThrow('logged elsewhere')
    await expect(markLogged(world, snapshotId + 1000n)).rejects.toThrow('unknown')
    for (const change of ['set customers = 0', 'set logged_index = 11', `set event = event || '\\x00'::bytea`])
      await expect(
        world.ledger.owner.query(`update solvency.snapshot ${change} where snapshot_id = $1`, [snapshotId]),
      ).rejects.toThrow('refused')
    await expect(world.ledger.owner.query('delete from solvency.snapshot')).rejects.toThrow('refused')
  })

  test('is out of the application’s reach, as keys, leaves and tiles are', async () => {
    const denied = '42501'
    expect(await errorOf(`select solvency.mark_logged(1, '2026h1', 1)`)).toBe(denied)
    for (const table of ['snapshot_key', 'leaf', 'tile'])
      expect([table, await errorOf(`select * from solvency.${table}`)]).toEqual([table, denied])
    for (const table of ['snapshot', 'snapshot_key', 'leaf', 'tile'])
      for (const act of [`delete from solvency.${table}`, `update solvency.${table} set snapshot_id = 1`])
        expect([act, await errorOf(act)]).toEqual([act, denied])
    const wrong = Buffer.concat([Buffer.from([1, 20]), Buffer.alloc(16)])
    expect(await errorOf('select solvency.store_snapshot(99999, null, 1, 1, $1, $2)', [wrong, key])).toBe('22023')
  })
})

test('proofs are kept for the two newest snapshots and for the two newest in the log', async () => {
  const taken: bigint[] = []
  for (let count = 0; count < 5; count += 1) {
    const snapshotId = await take()
    taken.push(snapshotId)
    if (count < 2) await markLogged(world, snapshotId, 20 + count)
  }
  for (const table of ['leaf', 'tile', 'snapshot_key']) {
    const { rows } = await world.ledger.owner.query<{ kept: bigint[] }>(
      `select array_agg(distinct snapshot_id order by snapshot_id) as kept from solvency.${table}`,
    )
    expect(rows[0]?.kept).toEqual([taken[0], taken[1], taken[3], taken[4]])
  }
  expect((await service.totals()).snapshot?.id).toBe(String(taken[1]))
})

test('a day has one snapshot, however many processes watch', async () => {
  const logger = createLogger({ level: 'silent', role: 'test' })
  const rounds: boolean[] = []
  const options = { pool: world.ledger.app, logger, onRound: (isMissing: boolean) => rounds.push(isMissing) }
  const countDays = async () => {
    const { rows } = await world.ledger.app.query<{ days: number }>(
      'select count(day)::integer as days from solvency.snapshot',
    )
    return rows[0]?.days ?? 0
  }
  const before = await countDays()
  const watches = [startSnapshotWatch(options), startSnapshotWatch(options)]
  await Promise.all(watches.map((watch) => watch.look()))
  expect(await countDays()).toBe(before + 1)
  await world.advance(dayMs)
  await Promise.all(watches.map((watch) => watch.look()))
  await Promise.all(watches.map((watch) => watch.look()))
  expect(await countDays()).toBe(before + 2)
  expect(rounds).not.toContain(true)
  await Promise.all(watches.map((watch) => watch.stop()))
})

test('orders are accepted while the books are read, and each reading mirrors the other accounts', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => world.addCustomer()))
  await world.price(10_000n)
  let isReading = true
  let accepted = 0
  const trading = customers.map(async (customerId) => {
    while (isReading) {
      const [placed] = await place(customerId)
      if (placed?.outcome === 'accepted') accepted += 1
    }
  })
  try {
    for (let count = 0; count < 10 || accepted < 20; count += 1) {
      const books = await readBooks(world.ledger.app)
      // Throws unless the customers' balances sum to what all other accounts say.
      const built = buildSnapshot({ ...books, snapshotId: 1n, key })
      expect(built.customers).toBeGreaterThanOrEqual(4)
    }
  } finally {
    isReading = false
    await Promise.all(trading)
  }
  await world.requireSoundBooks()
})

test('a snapshot that is read in many statements has every customer once', async () => {
  const whole = await readBooks(world.ledger.app)
  const parts = await readBooks(world.ledger.app, 2)
  expect(parts.records.length).toBeGreaterThan(8 * readRecordBytes)
  expect(parts.records).toEqual(whole.records)
  expect(parts.house).toEqual(whole.house)
})

test('a sum that the books contradict is never published', async () => {
  const books = await readBooks(world.ledger.app)
  const house = books.house.map((side) => ({ ...side, owed: side.owed + 1n }))
  expect(() => buildSnapshot({ ...books, house, snapshotId: 1n, key })).toThrow('not the mirror')
  const without = books.records.subarray(readRecordBytes)
  expect(() => buildSnapshot({ ...books, records: without, snapshotId: 1n, key })).toThrow('not the mirror')
})

test('every customer of a snapshot that is stored in many rows finds the own balance in the total', async () => {
  const count = 1_300
  const records = new Uint8Array(new SharedArrayBuffer(count * readRecordBytes))
  const view = new DataView(records.buffer)
  for (let customer = 0; customer < count; customer += 1) {
    const offset = customer * readRecordBytes
    view.setBigInt64(offset, BigInt(customer + 1))
    view.setUint32(offset + 8, 30_000_000 + customer)
    view.setBigUint64(offset + 12, BigInt(customer))
  }
  const owed = (BigInt(count) * BigInt(count - 1)) / 2n
  const house = [owed, 0n].map((units, index) => ({ asset: index + 1, owed: units, openPayout: 0n }))
  const { app } = world.ledger
  const head = { snapshotId: await nextNumber(app), atMs: 1n, day: null, key }
  const built = buildSnapshot({ ...head, house, stripes: [], records })
  await storeSnapshot(app, head, built)
  await markLogged(world, head.snapshotId, 30)
  for (const customer of [0, 255, 256, 511, 512, 1_023, 1_024, 1_299]) {
    const { snapshot, leaves } = await service.own(BigInt(customer + 1))
    const [own] = leaves
    if (snapshot === null || own === undefined) throw new Error('the customer has no leaf')
    const proof = { leaf: fromBase64(own.leaf), secret: fromBase64(own.secret), path: fromBase64(own.path) }
    const event = decodeSnapshotEvent(fromBase64(snapshot.event))
    const account = String(30_000_000 + customer)
    expect(checkOwnLiability(event, account, { asset: 1, position: own.position, ...proof })).toEqual({
      ok: true,
      liability: { ...nothing, free: BigInt(customer) },
      total: owed,
    })
  }
})
