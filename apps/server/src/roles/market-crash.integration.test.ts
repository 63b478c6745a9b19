import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedMarket } from '../modules/market/index.ts'
import type { PublishedFrame } from '../platform/bus/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { openDurableDatabase } from '../platform/postgres/test-database.ts'
import type { DurableDatabase } from '../platform/postgres/test-database.ts'
import { startMarketRole } from './market.ts'

const logger = createLogger({ level: 'silent', role: 'test' })
let database: DurableDatabase

beforeAll(async () => {
  database = await openDurableDatabase()
  const owner = createPool(database.ownerUrl, 'test-owner')
  await seedMarket(owner, systemClock)
  await owner.end()
})

afterAll(() => database.close())

async function storedSlots(): Promise<{ slots: number[]; missed: number[] }> {
  const owner = createPool(database.ownerUrl, 'test-owner')
  const { rows } = await owner.query<{ slot: bigint }>('select slot from market.frame order by slot')
  const { rows: gaps } = await owner.query<{ slot: bigint }>(
    'select generate_series(from_slot, to_slot) as slot from market.gap order by 1',
  )
  await owner.end()
  return { slots: rows.map((row) => Number(row.slot)), missed: gaps.map((row) => Number(row.slot)) }
}

async function start(frames: PublishedFrame[], clock: Clock = systemClock) {
  const alarms = new Set<string>()
  const role = await startMarketRole({
    marketUrl: database.marketUrl,
    feed: 'simulated:test',
    clock,
    logger,
    publish: (_, frame) => frames.push(frame),
    metrics: {
      framePublished: () => undefined,
      ticks: () => undefined,
      alarm: (name, isRaised) => (isRaised ? alarms.add(name) : alarms.delete(name)),
    },
  })
  return { role, alarms }
}

test('goes on after PostgreSQL was killed: no frame is published that is not stored, what was missed is a gap', async () => {
  const frames: PublishedFrame[] = []
  const { role, alarms } = await start(frames)
  await sleep(1_500)
  await database.postgres.kill()
  await sleep(1_500)
  expect([...alarms]).toContain('lease-lost')
  const before = frames.length
  await database.postgres.restart()
  await sleep(4_000)
  await role.stop()
  expect(frames.length).toBeGreaterThan(before + 2)
  expect(alarms.size).toBe(0)
  const { slots, missed } = await storedSlots()
  expect(frames.map((frame) => frame.slot).filter((slot) => !slots.includes(slot))).toEqual([])
  expect([...slots, ...missed].toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: slots.length + missed.length }, (_, index) => (slots[0] ?? 0) + index),
  )
})

test('stops with an alarm when wall time steps', async () => {
  let offsetMs = 0
  const frames: PublishedFrame[] = []
  const { role, alarms } = await start(frames, { nowMs: () => Date.now() + offsetMs })
  await sleep(1_200)
  offsetMs = -3_600_000
  await sleep(1_200)
  const before = frames.length
  expect(before).toBeGreaterThan(0)
  expect([...alarms]).toEqual(['clock-stepped'])
  await sleep(1_200)
  expect(frames.length).toBe(before)
  await role.stop()
})
