import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBus } from '../../platform/bus/index.ts'
import type { PublishedFrame, Topics } from '../../platform/bus/index.ts'
import { openDurableDatabase, openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { checkLedger } from '../soundness/index.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { LedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { SettledOrder } from './settlement-store.ts'
import { startSettler } from './settler.ts'
import type { Settler } from './settler.ts'
import { withBalances } from '../statement/testing/with-balances.ts'

const coin = 1_000_000n
const faults: string[] = []
const logger = pino({ level: 'error' }, { write: (line) => faults.push(line) })
const frame = { slot: 0 } as PublishedFrame

let database: TestDatabase
let world: LedgerWorld
const settlers: Settler[] = []

async function open(on: TestDatabase): Promise<void> {
  database = on
  world = await openLedgerWorld(database)
}
afterEach(async () => {
  await Promise.all(settlers.splice(0).map((settler) => settler.stop()))
  await world.close()
  await database.close()
})

function start(
  options: {
    batchSize?: number
    onStuck?: (orders: number) => void
    onOverdue?: (orders: number) => void
    onSettled?: (order: SettledOrder) => void
  } = {},
) {
  const events: Topics['account'][] = []
  const bus = createBus((_topic, fault) => {
    throw fault
  })
  bus.subscribe('account', (event) => events.push(event))
  const settler = startSettler(withBalances({ pool: world.app, bus, logger, ...options }))
  settlers.push(settler)
  return { bus, events, settler }
}

/**
 * Places `count` orders over all stripes and both assets, all with one exit slot, and publishes up to the slot before
 * it.
 */
async function placeStorm(count: number): Promise<void> {
  const termsId = await world.offer({ instrumentId: 1, durationSlots: 20 })
  const customers = Array.from({ length: 20 }, (_, index) => 1n + BigInt(index))
  for (const id of customers) await world.openCustomer(id)
  await world.publish()
  const perStripe = Math.ceil(count / 8)
  for (const stripe of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const inputs = Array.from({ length: perStripe }, (_, index) => ({
      customerId: customers[index % customers.length] ?? 1n,
      requestId: randomUUID(),
      asset: stripe <= 4 ? ('USD' as const) : ('USDT' as const),
      stakeUnits: coin * BigInt(1 + (index % 9)),
      direction: index % 3 === 0 ? ('down' as const) : ('up' as const),
      durationSlots: 20,
      termsId,
    }))
    const placements = await world.place(inputs, stripe)
    expect(placements.every((placement) => placement.outcome === 'accepted')).toBe(true)
  }
  await world.publishThrough(world.slot + 20)
}

async function openOrders(): Promise<number> {
  return (await world.owner.query(`select from contract.contract_order where state = 'open'`)).rowCount ?? -1
}

/** Each order was settled exactly once: the checker counts its entries. */
async function expectCleanAndClosed(): Promise<void> {
  expect(await openOrders()).toBe(0)
  expect((await checkLedger(world.app)).mismatches).toEqual([])
}

describe('the settler', () => {
  beforeEach(async () => open(await openTestDatabase()))

  test('settles with the frame of the exit slot and tells the owners', async () => {
    await placeStorm(16)
    const { bus, events } = start()
    bus.publish('frame', frame)
    expect(await openOrders()).toBe(16)
    await world.publish({ 1: { price: 101n } })
    bus.publish('frame', frame)
    await expect.poll(openOrders).toBe(0)
    await expect.poll(() => events.filter(({ event }) => event.type === 'order').length).toBe(16)
    expect(events.find(({ event }) => event.type === 'order')).toMatchObject({
      event: { order: { state: 'closed', exitPrice: '1.01' } },
    })
    await expect.poll(() => events.some(({ event }) => event.type === 'balances')).toBe(true)
    await expectCleanAndClosed()
  })

  test('takes up at its start what fell due while nobody settled, oldest first', async () => {
    await placeStorm(8)
    await placeStorm(8)
    await world.publishThrough(world.slot + 40)
    const { events } = start({ batchSize: 1 })
    await expect.poll(openOrders).toBe(0)
    await expect.poll(() => events.filter(({ event }) => event.type === 'order').length).toBe(16)
    await expectCleanAndClosed()
    const { rows } = await world.owner.query(
      'select from contract.contract_order as a join contract.contract_order as b using (stripe) where a.exit_slot < b.exit_slot and a.settled_seq > b.settled_seq',
    )
    expect(rows).toEqual([])
  })

  test('two settlers at once settle each order once', async () => {
    await placeStorm(800)
    faults.length = 0
    await world.publish({ 1: { price: 101n } })
    let settled = 0
    const options = { batchSize: 13, onSettled: () => (settled += 1) }
    start(options)
    start(options)
    await expect.poll(openOrders).toBe(0)
    await Promise.all(settlers.map((settler) => settler.stop()))
    expect(settled).toBe(800)
    expect(faults).toEqual([])
    await expectCleanAndClosed()
  })

  test('SIGKILL in the middle of a storm of expiries: the next one settles the rest, each order once', async () => {
    await placeStorm(1_600)
    await world.publish({ 1: { price: 99n } })
    const told = new Set<string>()
    for (const enough of [40, 150, 300]) {
      const settler = spawn(
        process.execPath,
        [join(import.meta.dirname, 'testing/settler-process.ts'), database.appUrl],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const hasEnded = once(settler, 'exit')
      let lines = 0
      for await (const line of createInterface({ input: settler.stdout })) {
        expect(told.has(line)).toBe(false)
        told.add(line)
        lines += 1
        if (lines === enough) settler.kill('SIGKILL')
      }
      await hasEnded
    }
    const left = await openOrders()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(1_600 - 400)
    start()
    await expect.poll(openOrders).toBe(0)
    await expectCleanAndClosed()
  })

  test('counts the orders that are open five seconds after they could have been settled', async () => {
    await placeStorm(8)
    await world.app.query(`select ledger.halt(null, 'drill')`)
    const overdue: number[] = []
    start({ onOverdue: (orders) => overdue.push(orders) })
    await world.publish()
    await world.publishThrough(world.slot + 8)
    await expect.poll(() => overdue.at(-1)).toBe(0)
    await world.publishThrough(world.slot + 2)
    await expect.poll(() => overdue.at(-1)).toBe(8)
    await world.owner.query('select ledger.resume()')
    await expect.poll(() => overdue.at(-1)).toBe(0)
  })

  test('an instrument that is stale through the window of the exit makes no order overdue', async () => {
    await placeStorm(8)
    await world.app.query(`select ledger.halt(null, 'drill')`)
    const overdue: number[] = []
    start({ onOverdue: (orders) => overdue.push(orders) })
    await world.publishThrough(world.slot + 29, { 1: { price: 100n, state: 2 } })
    await expect.poll(() => overdue.at(-1)).toBe(0)
    await world.publishThrough(world.slot + 2, { 1: { price: 100n, state: 2 } })
    await expect.poll(() => overdue.at(-1)).toBe(8)
  })

  test('an order that cannot be settled is named and passed over, and the others settle', async () => {
    await placeStorm(80)
    await world.openCustomer(99n)
    const { rows } = await world.owner.query<{ order_id: bigint }>(
      'select order_id from contract.contract_order where stripe = 1 order by order_id offset 4 limit 1',
    )
    const poisoned = rows[0]?.order_id
    const client = await world.owner.connect()
    await client.query('set session_replication_role = replica')
    // Its account holds nothing, so releasing the hold fails.
    await client.query(
      `update contract.contract_order set account_id = (select account_id from ledger.balance where owner_id = 99
        and asset = 1) where order_id = $1`,
      [poisoned],
    )
    client.release(true)
    await world.publish({ 1: { price: 101n } })
    faults.length = 0
    const stuck: number[] = []
    const { settler } = start({ onStuck: (orders) => stuck.push(orders) })
    await expect.poll(openOrders).toBe(1)
    await settler.settle()
    expect((await world.owner.query(`select order_id from contract.contract_order where state = 'open'`)).rows).toEqual(
      rows,
    )
    expect(stuck.at(-1)).toBe(1)
    expect(faults.filter((fault) => fault.includes('order-stuck'))).toEqual([
      expect.stringContaining(`"orderId":"${poisoned}"`),
    ])
  })

  test('says once that a stripe is halted, however many frames come', async () => {
    await placeStorm(8)
    await world.app.query(`select ledger.halt(1::smallint, 'drill')`)
    await world.publish()
    faults.length = 0
    const { settler } = start()
    for (let round = 0; round < 5; round += 1) await settler.settle()
    expect(faults.filter((fault) => fault.includes('drill'))).toHaveLength(1)
    await world.owner.query('select ledger.resume()')
    await settler.settle()
    expect(await openOrders()).toBe(0)
  })

  test('counts voids by their cause in the database, with what was staked', async () => {
    await placeStorm(8)
    await world.publishThrough(world.slot + 21, { 1: { price: 100n, state: 2 } })
    const causes: (string | null)[] = []
    const { settler } = start({ onSettled: ({ voidReason }) => causes.push(voidReason) })
    await settler.settle()
    expect(causes).toEqual(Array.from({ length: 8 }, () => 'no-exit-price'))
    expect((await world.app.query('select * from contract.void_statistics order by asset')).rows).toEqual([
      { asset: 1, void_reason: 'no-exit-price', orders: 4n, stake: 4n * coin },
      { asset: 2, void_reason: 'no-exit-price', orders: 4n, stake: 4n * coin },
    ])
  })
})

test('SIGKILL of PostgreSQL in the middle of a storm of expiries: the same settler goes on, each order once', async () => {
  const durable = await openDurableDatabase()
  await open(durable)
  await placeStorm(1_600)
  await world.publish({ 1: { price: 101n } })
  let settled = 0
  start({ batchSize: 10, onSettled: () => (settled += 1) })
  await expect.poll(() => settled, { interval: 5 }).toBeGreaterThan(100)
  await durable.postgres.kill()
  await durable.postgres.restart()
  expect(await openOrders()).toBeGreaterThan(0)
  await expect.poll(openOrders).toBe(0)
  await expectCleanAndClosed()
})
