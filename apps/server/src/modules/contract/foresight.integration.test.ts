import { beforeEach, expect, test } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import type { Cell, PlaceInput } from '../ledger/testing/ledger-world.ts'
import { countForesight, readForesight } from './foresight-store.ts'
import { startForesightWatch } from './foresight-watch.ts'

const aheadSlots = 10
const minuteSlots = 120
let customerId = 0n

const world = closeAfterTests(await openLedgerWorld(await testDatabase(), { instruments: 1 }))
const termsId = await world.offer({ instrumentId: 1, durationSlots: 60, maxOpenPayout: 1_000_000_000_000n })
beforeEach(async () => {
  customerId = await world.openNextCustomer()
})

/** Buys at a price of 100 in both directions, and publishes 10 slots of `then`. */
async function buy(counts: { readonly up?: number; readonly down?: number }, then: Cell): Promise<void> {
  await world.publish({ 1: { price: 100n } })
  const orders = (direction: 'up' | 'down') =>
    Array.from({ length: counts[direction] ?? 0 }, (): PlaceInput => {
      const requestId = crypto.randomUUID()
      return { customerId, requestId, stakeUnits: 1_000_000n, termsId, durationSlots: 60, direction }
    })
  const placed = await world.place([...orders('up'), ...orders('down')])
  expect(new Set(placed.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']))
  await world.publishThrough(world.slot + aheadSlots, { 1: then })
}

const afterAMinute = () => world.moveTo(world.slot + minuteSlots)

async function counted() {
  await afterAMinute()
  while ((await countForesight(world.app, 50)) > 0);
  const read = await readForesight(world.app)
  return read.customers.find((row) => row.customerId === String(customerId))?.share ?? null
}

test('counts contracts whose direction the next seconds prove right, and raises an alarm far above break-even', async () => {
  await buy({ up: 90, down: 30 }, { price: 101n })
  expect(await counted()).toEqual({
    contracts: 120,
    rightBps: 7_500,
    // Wilson's interval of 90 of 120.
    atLeastBps: 6_655,
    // Stake 1, fee 0, profit 0.85.
    breakEvenBps: 5_405,
    isAlarm: true,
  })
})

test('raises no alarm for few contracts, nor for a share that chance explains', async () => {
  await buy({ up: 60 }, { price: 101n })
  expect(await counted()).toMatchObject({ contracts: 60, rightBps: 10_000, isAlarm: false })
  await buy({ up: 5, down: 60 }, { price: 101n })
  expect(await counted()).toMatchObject({ contracts: 125, rightBps: 5_200, isAlarm: false })
})

test.each<[string, Cell]>([
  ['did not move', { price: 100n }],
  ['was stale', { price: 101n, state: 2 }],
  ['is of another epoch', { price: 101n, epoch: 7 }],
])('leaves out contracts whose price %s', async (_title, then) => {
  await buy({ up: 3 }, then)
  expect(await counted()).toBeNull()
})

test('counts each contract once, and one that is younger than a minute later', async () => {
  await buy({ down: 4 }, { price: 99n })
  expect(await countForesight(world.app, 50)).toBe(0)
  expect(await counted()).toMatchObject({ contracts: 4, rightBps: 10_000 })
  expect(await counted()).toMatchObject({ contracts: 4 })
})

test('shows the instrument as well, and tells how many alarms there are', async () => {
  await buy({ up: 200 }, { price: 102n })
  await afterAMinute()
  const alarms: number[] = []
  const logger = createLogger({ level: 'silent', role: 'test' })
  const watch = startForesightWatch({
    pool: world.app,
    logger,
    onCounted: (count) => alarms.push(count),
    repeat: () => () => undefined,
  })
  await watch.look()
  await watch.stop()
  const { instruments, customers } = await readForesight(world.app)
  expect(instruments.map(({ symbol }) => symbol)).toEqual(['TEST1'])
  expect(instruments[0]?.share.contracts).toBe(customers.reduce((sum, { share }) => sum + share.contracts, 0))
  expect(customers[0]?.customerId).toBe(String(customerId))
  expect(alarms).toEqual([[...instruments, ...customers].filter(({ share }) => share.isAlarm).length])
  expect(alarms[0]).toBeGreaterThan(1)
})
