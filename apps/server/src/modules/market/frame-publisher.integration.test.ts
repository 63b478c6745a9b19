import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PublishedFrame } from '../../platform/bus/index.ts'
import { manualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { openTestDatabase } from '../../platform/postgres/test-database.ts'
import type { TestDatabase } from '../../platform/postgres/test-database.ts'
import { createSimulatedFeed } from '../quote-feeds/index.ts'
import { FrameBuilder } from './frame-builder.ts'
import { FramePublisher } from './frame-publisher.ts'
import { openingTicks } from './opening-history.ts'
import { loadLastFrame, loadMarket, publishFrame } from './market-store.ts'
import { seedMarket } from './seed-market.ts'
import { SlotClock } from './slot-clock.ts'

const genesisMs = Date.parse('2026-07-15T12:00:00Z')

let database: TestDatabase
let owner: Pool
let pool: Pool
let slotsSoFar = 0

beforeAll(async () => {
  database = await openTestDatabase()
  owner = createPool(database.ownerUrl, 'test-owner')
  pool = createPool(database.marketUrl, 'test-market')
  await seedMarket(owner, manualClock(genesisMs))
})

afterEach(() => {
  vi.restoreAllMocks()
})

afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
  await database.close()
})

/** A publisher on time that the test moves: `passMs` for both clocks, `stepMs` for the wall alone. */
async function openPublisher() {
  slotsSoFar += 10
  const time = { wallMs: genesisMs + slotsSoFar * 500, monotonicMs: 0 }
  const clock = new SlotClock({ wall: { nowMs: () => time.wallMs }, monotonicMs: () => time.monotonicMs, genesisMs })
  const market = await loadMarket(pool)
  const feed = createSimulatedFeed({ seed: 7, instruments: [], isOpen: () => true })
  const source = {
    kindOf: () => 'simulated' as const,
    session: () => ({ isOpen: true, closesMs: null, opensMs: null }),
  }
  const frames: PublishedFrame[] = []
  const alarms = new Set<string>()
  const publisher = await FramePublisher.open({
    pool,
    clock,
    genesisMs,
    feed,
    source,
    builder: new FrameBuilder({ ...market, source, openingTicks: (instrument) => openingTicks(instrument, null) }),
    instrumentIds: market.instruments.map((instrument) => instrument.id),
    mayPublish: () => true,
    publish: (frame) => frames.push(frame),
    logger: createLogger({ level: 'silent', role: 'test' }),
    metrics: {
      framePublished: () => undefined,
      ticks: () => undefined,
      alarm: (name, isRaised) => (isRaised ? alarms.add(name) : alarms.delete(name)),
    },
  })
  return {
    publisher,
    frames,
    alarms,
    passMs: async (ms: number) => {
      // The database first: no frame is ahead of its time.
      await owner.query('update clock.setting set virtual_now_ms = $1', [Math.floor(time.wallMs + ms)])
      time.wallMs += ms
      time.monotonicMs += ms
    },
    stepMs: (ms: number) => {
      time.wallMs += ms
    },
  }
}

test('publishes the frame that is stored where the answer to its own was lost', async () => {
  const { publisher, frames, passMs } = await openPublisher()
  const query = pool.query.bind(pool)
  let isLost = false
  vi.spyOn(pool, 'query').mockImplementation((async (text: { name?: string }, values: unknown[]) => {
    if (text.name !== 'publish-frame' || isLost) return query(text as never, values as never)
    isLost = true
    const slot = slotsSoFar
    const other = { prices: [42n], agesMs: [1], states: [1], epochs: [1], sourceKinds: [0], volumes: [0n] }
    await publishFrame(owner, { slot, ...other })
    throw new Error('the connection was lost')
  }) as never)
  // The clock runs between milliseconds; the wire does not.
  await passMs(500.25)
  await publisher.publishEnded()
  const stored = await loadLastFrame(owner)
  expect(stored?.prices).toEqual([42n])
  expect(frames).toHaveLength(1)
  expect(frames[0]).toMatchObject({ slot: slotsSoFar, prices: [42n] })
  expect(frames[0]?.publishedMs).toBe(genesisMs + (slotsSoFar + 1) * 500)
})

test('keeps the alarm raised after a step backwards for as long as no frame can follow, and stops without delay', async () => {
  const { publisher, frames, alarms, passMs, stepMs } = await openPublisher()
  await passMs(500)
  const running = publisher.run()
  await vi.waitFor(() => expect(frames).toHaveLength(1))
  stepMs(-60_000)
  await vi.waitFor(() => expect([...alarms]).toEqual(['clock-stepped']), 3_000)
  await passMs(11_000)
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect([...alarms]).toEqual(['clock-stepped'])
  expect(frames).toHaveLength(1)
  await passMs(50_500)
  await vi.waitFor(() => expect(frames.length).toBeGreaterThan(1), 3_000)
  expect(alarms.size).toBe(0)
  publisher.stop()
  const stoppedMs = performance.now()
  await running
  expect(performance.now() - stoppedMs).toBeLessThan(1_000)
})
