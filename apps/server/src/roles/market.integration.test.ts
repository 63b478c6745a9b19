import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs } from '@candor/formulas'
import { afterAll, describe, expect, test } from 'vitest'
import { createMarketService, MarketView, seedMarket } from '../modules/market/index.ts'
import { createBus } from '../platform/bus/index.ts'
import type { PublishedFrame } from '../platform/bus/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/logger.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { testDatabase } from '../platform/postgres/test-database.ts'
import { startMarketRole } from './market.ts'

const logger = createLogger({ level: 'silent', role: 'test' })
const bus = createBus((fault) => {
  throw new Error(`a handler threw: ${String(fault)}`)
})

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const app = createPool(database.appUrl, 'test-app')
await seedMarket(owner, systemClock)
const view = await MarketView.open({ pool: app, bus, logger })

afterAll(async () => {
  view.stop()
  await Promise.all([owner.end(), app.end()])
})

function start(feed = 'simulated:test') {
  return startMarketRole({
    marketUrl: database.marketUrl,
    feed,
    clock: systemClock,
    logger,
    publish: (topic, frame) => bus.publish(topic, frame),
  })
}

async function framesDuring(run: () => Promise<void>): Promise<PublishedFrame[]> {
  const frames: PublishedFrame[] = []
  const unsubscribe = bus.subscribe('frame', (frame) => frames.push(frame))
  await run()
  unsubscribe()
  return frames
}

describe('the market role', () => {
  test('commits every slot once and then publishes it, and a restart continues where it stopped', async () => {
    const first = await framesDuring(async () => {
      const role = await start()
      await sleep(2_600)
      await role.stop()
    })
    await sleep(1_200)
    const second = await framesDuring(async () => {
      const role = await start()
      await sleep(1_600)
      await role.stop()
    })
    const { rows } = await owner.query<{ slot: bigint; prices: bigint[] }>(
      'select slot, prices from market.frame order by slot',
    )
    expect(rows.map((row) => Number(row.slot))).toEqual([...first, ...second].map((frame) => frame.slot))
    expect(rows.map((row) => row.prices)).toEqual([...first, ...second].map((frame) => frame.prices))
    expect(first.length).toBeGreaterThanOrEqual(3)
    const lastSlot = first.at(-1)?.slot ?? 0
    const nextSlot = second[0]?.slot ?? 0
    expect((await owner.query('select from_slot, to_slot from market.gap order by 1 desc limit 1')).rows).toEqual([
      { from_slot: BigInt(lastSlot + 1), to_slot: BigInt(nextSlot - 1) },
    ])

    const bitcoin = (view.instrument('BTCUSDT')?.id ?? 0) - 1
    const [before, after] = [first.at(-1)?.prices[bitcoin] ?? 0n, second[0]?.prices[bitcoin] ?? 0n]
    expect(Math.abs(Number(after - before)) / Number(before)).toBeLessThan(0.002)
    expect(new Set([...first, ...second].map((frame) => frame.epochs[bitcoin]))).toEqual(new Set([1]))
    expect(new Set(second.map((frame) => frame.sourceKinds[bitcoin]))).toEqual(new Set([0]))
  })

  test('stands by while another one runs, and publishes once that one has stopped', async () => {
    const role = await start()
    const standby = await start()
    const together = await framesDuring(() => sleep(1_500))
    expect(new Set(together.map(({ slot }) => slot)).size).toBe(together.length)
    await role.stop()
    const newestSlot = view.latest?.slot ?? 0
    await expect.poll(() => view.latest?.slot ?? 0).toBeGreaterThan(newestSlot)
    await standby.stop()
  })
})

describe('what customers read', () => {
  const read = () => createMarketService({ view, pool: app, clock: systemClock })

  // The first frame of a role may find no tick yet, and then every price in it is stale: the tests that follow begin
  // where prices flow.
  test('is fresh within seconds of a start', async () => {
    const role = await start()
    const isFlowing = () =>
      read()
        .instruments('crypto')
        .every(({ state }) => state !== 'stale')
    await expect.poll(isFlowing).toBe(true)
    const bitcoin = () =>
      read()
        .instruments('crypto')
        .find(({ symbol }) => symbol === 'BTCUSDT')
    await expect.poll(() => bitcoin()?.state).toBe('open')
    await role.stop()
  })

  test('is the catalogue without what is hidden', () => {
    const items = read().instruments()
    expect(items).toHaveLength(110)
    expect(items.find((item) => item.symbol === 'USDTUSD')).toBeUndefined()
    expect(read().instruments('crypto')).toHaveLength(24)
    expect(items.find((item) => item.symbol === 'BTCUSDT')).toMatchObject({
      decimals: 3,
      source: 'simulated',
      isHalted: false,
    })
  })

  test('is a quote with the official decimals and its day', () => {
    const { slot, items } = read().quotes({ symbols: ['BTCUSDT', 'NOPE', 'EURUSD'] })
    expect(items.map((item) => item.symbol)).toEqual(['EURUSD', 'BTCUSDT'])
    expect(slot).toBe(view.latest?.slot)
    const bitcoin = items[1]
    if (bitcoin === undefined) throw new Error('two quotes were asked for')
    expect(bitcoin.last).toMatch(/^\d+\.\d{3}$/)
    expect(Number(bitcoin.low)).toBeLessThanOrEqual(Number(bitcoin.last))
    expect(Number(bitcoin.high)).toBeGreaterThanOrEqual(Number(bitcoin.last))
    expect(bitcoin.changeRate).toMatch(/^-?\d+\.\d{2}$/)
    expect(bitcoin.spark.length).toBeGreaterThanOrEqual(24)
    expect(items[0]?.last).toMatch(/^1\.\d{6}$/)
  })

  test.each(['1s', '5s', '1m', '5m', '15m', '1h', '4h', '1d'] as const)(
    'is a chart of %s that ends at the newest price',
    async (interval) => {
      const answer = await read().candles({ symbol: 'BTCUSDT', interval, limit: 200 })
      if (!answer.ok) throw new Error(answer.error)
      const { items, generatedUntilMs } = answer.value
      expect(items.length).toBeGreaterThan({ '1s': 2, '5s': 0 }[String(interval)] ?? 150)
      expect(items.map((item) => item[0])).toEqual([...new Set(items.map((item) => item[0]))].toSorted((a, b) => a - b))
      expect(items.at(-1)?.[4]).toBe(read().quotes({ symbols: ['BTCUSDT'] }).items[0]?.last)
      expect(view.candle(view.instruments()[86] ?? raise(), interval)).toEqual(items.at(-1))
      expect(generatedUntilMs).toBeGreaterThan(view.genesisMs - 120_000)
      const [, , second] = items.toReversed()
      const before = await read().candles({ symbol: 'BTCUSDT', interval, limit: 3, beforeMs: second?.[0] ?? 0 })
      expect(before.ok && before.value.items.every((item) => item[0] < (second?.[0] ?? 0))).toBe(true)
    },
  )

  test.each(['1s', '5s', '1d'] as const)(
    'is a history of %s that goes on until its beginning, without a candle twice',
    async (interval) => {
      const starts: number[] = []
      let beforeMs: number | null = systemClock.nowMs()
      for (let pages = 0; beforeMs !== null && pages < 500; pages += 1) {
        const answer = await read().candles({ symbol: 'BTCUSDT', interval, limit: 50, beforeMs })
        if (!answer.ok) throw new Error(answer.error)
        starts.unshift(...answer.value.items.map(([startMs]) => startMs))
        beforeMs = answer.value.nextBeforeMs
      }
      expect(beforeMs).toBeNull()
      expect(starts).toEqual([...new Set(starts)].toSorted((left, right) => left - right))
      const all = await read().candles({ symbol: 'BTCUSDT', interval, limit: 1_000 })
      expect(all.ok && all.value.items.length).toBeLessThanOrEqual(starts.length)
    },
  )

  test('gives at most 300 candles of one second, and says where the history goes on', async () => {
    const answer = await read().candles({
      symbol: 'BTCUSDT',
      interval: '1s',
      limit: 1_000,
      beforeMs: systemClock.nowMs() + dayMs,
    })
    // There is nothing a day ahead; all messages are earlier.
    expect(answer).toMatchObject({ ok: true, value: { items: expect.any(Array), nextBeforeMs: expect.any(Number) } })
    expect(answer.ok && answer.value.nextBeforeMs).toBeLessThanOrEqual(systemClock.nowMs() + 1_000)
  })

  test('refuses a chart of an instrument that is unknown or hidden', async () => {
    expect(await read().candles({ symbol: 'NOPE', interval: '1m', limit: 1 })).toEqual({
      ok: false,
      error: 'unknown-instrument',
    })
    expect(await read().candles({ symbol: 'USDTUSD', interval: '1m', limit: 1 })).toEqual({
      ok: false,
      error: 'unknown-instrument',
    })
  })

  test('is the same for a view that opens later', async () => {
    const later = await MarketView.open({ pool: app, bus, logger })
    for (const instrument of view.instruments()) {
      expect(later.quote(instrument)).toEqual(view.quote(instrument))
      expect(later.spark(instrument)).toEqual(view.spark(instrument))
      for (const interval of ['1m', '15m', '1h', '1d'] as const)
        expect(later.candle(instrument, interval)).toEqual(view.candle(instrument, interval))
    }
    later.stop()
  })
})

function raise(): never {
  throw new Error('the catalogue has 110 instruments')
}
