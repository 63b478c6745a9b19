import { inflateRawSync } from 'node:zlib'
import { decodeRawTicks } from '@candor/proof/encoding'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { PublishedFrame } from '../../platform/bus/index.ts'
import { manualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import { createSimulatedFeed } from '../quote-feeds/index.ts'
import type { FeedTick, QuoteFeed } from '../quote-feeds/index.ts'
import { FrameBuilder } from './frame-builder.ts'
import { FramePublisher } from './frame-publisher.ts'
import { openingTicks } from './opening-history.ts'
import { loadLastFrame, loadMarket, publishFrame } from './market-store.ts'
import { seedMarket } from './seed-market.ts'
import { SlotClock } from './slot-clock.ts'
import { noTicks } from './testing/no-ticks.ts'

const genesisMs = Date.parse('2026-07-15T12:00:00Z')

let slotsSoFar = 0

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const pool = createPool(database.marketUrl, 'test-market')
await seedMarket(owner, manualClock(genesisMs))

afterEach(() => {
  vi.restoreAllMocks()
})

afterAll(() => Promise.all([owner.end(), pool.end()]))

/** A publisher on time that the test moves: `passMs` for both clocks, `stepMs` for the wall alone. */
async function openPublisher(feed: QuoteFeed = createSimulatedFeed({ seed: 7, instruments: [], isOpen: () => true })) {
  slotsSoFar += 10
  const time = { wallMs: genesisMs + slotsSoFar * 500, monotonicMs: 0 }
  const clock = new SlotClock({ wall: { nowMs: () => time.wallMs }, monotonicMs: () => time.monotonicMs, genesisMs })
  const market = await loadMarket(pool)
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
    lease: { isHeld: true, term: 0 },
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
    await publishFrame(owner, { slot, ...other }, noTicks(other), 0)
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
  await expect.poll(() => frames).toHaveLength(1)
  stepMs(-60_000)
  await expect.poll(() => [...alarms]).toEqual(['clock-stepped'])
  await passMs(11_000)
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect([...alarms]).toEqual(['clock-stepped'])
  expect(frames).toHaveLength(1)
  await passMs(50_500)
  await expect.poll(() => frames.length).toBeGreaterThan(1)
  expect(alarms.size).toBe(0)
  publisher.stop()
  const stoppedMs = performance.now()
  await running
  expect(performance.now() - stoppedMs).toBeLessThan(1_000)
})

/** A feed that sends the given ticks at the next read, and counts reads. */
function feedOf(waiting: FeedTick[], failure: (untilMs: number) => Error | null = () => null) {
  const reads: number[] = []
  const feed: QuoteFeed = {
    name: 'given',
    kindOf: () => 'live',
    session: () => null,
    openingPrice: () => null,
    readUntil(untilMs, sink) {
      reads.push(untilMs)
      for (const tick of waiting.splice(0)) sink.tick(tick)
      const error = failure(untilMs)
      return error === null ? Promise.resolve() : Promise.reject(error)
    },
    stop: () => Promise.resolve(),
  }
  return { feed, reads }
}

const quote = (timeMs: number, bid: string): FeedTick => ({
  instrumentId: 1,
  source: 'kraken',
  timeMs,
  bid,
  ask: bid,
  last: null,
  volume: null,
})

async function storedBids(slot: number): Promise<string[] | null> {
  const { rows } = await owner.query<{ deflated: Buffer }>('select deflated from market.tick_record where slot = $1', [
    slot,
  ])
  return rows[0] === undefined ? null : decodeRawTicks(inflateRawSync(rows[0].deflated)).ticks.map(({ bid }) => bid)
}

/** Has each statement of this name fail until that is over. */
function failEach(name: string, message: string) {
  const failure = { isOver: false }
  const query = pool.query.bind(pool)
  vi.spyOn(pool, 'query').mockImplementation((async (text: { name?: string }, values: unknown[]) => {
    if (text.name === name && !failure.isOver) throw new Error(message)
    return query(text as never, values as never)
  }) as never)
  return failure
}

test('reads the ticks of a slot while it runs, and reports at its end that a read failed', async () => {
  const endMs = genesisMs + (slotsSoFar + 11) * 500
  const { feed, reads } = feedOf([], (untilMs) => (untilMs < endMs ? new Error('broken') : null))
  const { publisher, frames, alarms, passMs } = await openPublisher(feed)
  const running = publisher.run()
  await passMs(200.5)
  await expect.poll(() => reads.at(-1)).toBe(endMs - 500 + 200.5)
  expect([frames.length, alarms.size]).toEqual([0, 0])
  await passMs(299.5)
  await expect.poll(() => frames).toHaveLength(1)
  expect(reads).toContain(endMs)
  expect([...alarms]).toEqual(['feed-failing'])
  publisher.stop()
  await running
})

test('records the ticks of a frame that was given up with those of the next one', async () => {
  const waiting = [quote(1, '7.01')]
  const { publisher, frames, passMs } = await openPublisher(feedOf(waiting).feed)
  const failure = failEach('publish-frame', 'the database is away')
  await passMs(500)
  const publishing = publisher.publishEnded()
  await passMs(4_000)
  await publishing
  expect(frames).toHaveLength(0)
  failure.isOver = true
  waiting.push(quote(2, '7.02'))
  await publisher.publishEnded()
  const slot = frames[0]?.slot ?? 0
  await expect.poll(() => storedBids(slot)).toEqual(['7.01', '7.02'])
  const { rows } = await owner.query<{ sources: number[] }>('select sources from market.frame where slot = $1', [slot])
  expect(rows[0]?.sources.slice(0, 2)).toEqual([0b100, 0])
  slotsSoFar += 10
})

test('publishes frames whose ticks cannot be stored, and stores them later', async () => {
  const waiting = [quote(3, '7.03')]
  const { publisher, frames, passMs } = await openPublisher(feedOf(waiting).feed)
  const failure = failEach('store-ticks', 'the disk is full')
  await passMs(500)
  await publisher.publishEnded()
  const slot = slotsSoFar
  expect(frames.map((frame) => frame.slot)).toEqual([slot])
  expect(await storedBids(slot)).toBeNull()
  failure.isOver = true
  waiting.push(quote(4, '7.04'))
  await passMs(500)
  await publisher.publishEnded()
  await expect.poll(() => storedBids(slot + 1)).toEqual(['7.04'])
  expect(await storedBids(slot)).toEqual(['7.03'])
})
