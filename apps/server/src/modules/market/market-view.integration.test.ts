import { mostCandles } from '@candor/api'
import type { PoolClient } from 'pg'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createBus } from '../../platform/bus/index.ts'
import type { Bus } from '../../platform/bus/index.ts'
import { manualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import { createMarketService } from './market-service.ts'
import { MarketView } from './market-view.ts'
import { seedMarket } from './seed-market.ts'

const genesisMs = Date.parse('2026-07-15T12:00:00Z')
const slots = 900

let bus: Bus
let view: MarketView
/** Called with each statement of the view's pool, which waits for the returned promise, or fails with it. */
const statement = vi.fn<(text: string, values: unknown) => Promise<void> | undefined>()

/** Calls `statement` before each query of a client. */
function watch(client: PoolClient): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  Object.assign(client, {
    query: (...args: unknown[]) => {
      const [config, values] = args
      const gate = statement(typeof config === 'string' ? config : String(Object(config).text), values)
      if (gate === undefined) return query(...args)
      const respond = args.at(-1)
      const result = gate.then(() => query(...args))
      if (typeof respond !== 'function') return result
      return void result.catch((error: unknown) => void respond(error))
    },
  })
}

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
const app = createPool(database.appUrl, 'test-app')
app.on('connect', watch)
await seedMarket(owner, manualClock(genesisMs))
await owner.query(
  `insert into market.frame (slot, prices, ages_ms, states, epochs, source_kinds, published_ms, volumes, price_sums,
     open_counts, sources, ticks_digest)
   select slot, array[100 + slot, 7], array[1, 1], array[1, 1], array[1, 1], array[0, 0], 0, array[1, 0],
     array[0, 0], array[0, 0], array[0, 0], sha256('')
     from generate_series(0, $1::int - 1) as slot`,
  [slots],
)

beforeEach(async () => {
  statement.mockReset()
  bus = createBus(() => undefined)
  view = await MarketView.open({ pool: app, bus, logger: createLogger({ level: 'silent', role: 'test' }) })
  return () => view.stop()
})

afterAll(() => Promise.all([owner.end(), app.end()]))

const frame = (slot: number, state = 1) => ({
  slot,
  prices: [500n, 7n],
  agesMs: [1, 1],
  states: [state, 1],
  epochs: [1, 1],
  sourceKinds: [0, 0],
  volumes: [0n, 0n],
  publishedMs: genesisMs + slot * 500,
})

test('follows the market after a reload that failed, and reloads later', async () => {
  await owner.query('update market.clock set generated_until_ms = $1', [genesisMs])
  const reload = vi.fn<() => Promise<void>>(() => Promise.resolve())
  reload.mockRejectedValueOnce(new Error('away'))
  statement.mockImplementation((text) => (text.startsWith('set transaction isolation level') ? reload() : undefined))
  // A change of state makes the view read again; the past was generated meanwhile, so it reads everything.
  bus.publish('frame', frame(slots, 2))
  await expect.poll(() => reload).toHaveBeenCalled()
  bus.publish('frame', frame(slots + 1, 2))
  await expect.poll(() => view.latest?.slot).toBe(slots + 1)
  let slot = slots + 2
  await expect
    .poll(() => {
      bus.publish('frame', frame(slot, 1 + (slot % 2)))
      slot += 1
      return view.generatedUntilMs
    })
    .toBe(genesisMs)
})

test('works quotes out once for a frame, whatever is asked of them', () => {
  const spark = vi.spyOn(view, 'spark')
  const service = createMarketService({ view, pool: app, clock: manualClock(genesisMs) })
  const symbol = view.instruments()[0]?.symbol ?? ''
  const first = service.quotes({})
  expect(first.items).toHaveLength(2)
  expect(service.quotes({})).toEqual(first)
  expect(service.quotes({ symbols: [symbol, 'NONE'] }).items.map((item) => item.symbol)).toEqual([symbol])
  expect(spark).toHaveBeenCalledTimes(2)
  bus.publish('frame', frame(slots + 3))
  expect(service.quotes({}).slot).toBe(slots + 3)
  expect(service.quotes({}).items[0]?.last).not.toBe(first.items[0]?.last)
  expect(spark).toHaveBeenCalledTimes(4)
})

test('reads at most 300 candles of one second, however many are asked for', async () => {
  const service = createMarketService({ view, pool: app, clock: manualClock(genesisMs) })
  const beforeMs = genesisMs + slots * 500
  const answer = await service.candles({
    symbol: view.instruments()[0]?.symbol ?? '',
    interval: '1s',
    beforeMs,
    limit: 1_000,
  })
  expect(answer.ok && answer.value.items).toHaveLength(300)
  const ofPrices = statement.mock.calls.filter(([text]) => text.includes('prices[$1]'))
  expect(ofPrices.at(-1)?.[1]).toEqual([1, slots - 600, slots])
})

test('joins the frames of five seconds to one candle, and goes on where the ones before it end', async () => {
  const service = createMarketService({ view, pool: app, clock: manualClock(genesisMs) })
  const chart = async (beforeMs: number, limit: number) => {
    const symbol = view.instruments()[0]?.symbol ?? ''
    const answer = await service.candles({ symbol, interval: '5s', beforeMs, limit })
    if (!answer.ok) throw new Error(answer.error)
    return answer.value
  }
  const endMs = genesisMs + 100 * 500
  const { items, nextBeforeMs } = await chart(endMs, 2)
  const ticks = items.map(([startMs, ...prices]) => [
    startMs - genesisMs,
    ...prices.map((price) => Number(price.replace('.', ''))),
  ])
  // Ten slots each: their first, highest, lowest and last price, and the sum of their volumes.
  expect(ticks).toEqual([
    [40_000, 180, 189, 180, 189, 10],
    [45_000, 190, 199, 190, 199, 10],
  ])
  expect(nextBeforeMs).toBe(genesisMs + 40_000)
  expect((await chart(nextBeforeMs ?? 0, 1)).items[0]?.[0]).toBe(genesisMs + 35_000)
  expect(mostCandles('5s')).toBe(180)
  expect((await chart(genesisMs + slots * 500, 1_000)).items).toHaveLength(90)
})

test('shows what an operator has changed, even while an older catalogue is being read', async () => {
  const reading = Promise.withResolvers<void>()
  const sessions = vi.fn<() => Promise<void> | undefined>()
  sessions.mockReturnValueOnce(reading.promise)
  statement.mockImplementation((text) => (text.includes('from market.session') ? sessions() : undefined))
  const before = view.readCatalogueAgain()
  await expect.poll(() => sessions).toHaveBeenCalled()
  await owner.query("update market.instrument set halted = true where symbol = 'BTCUSDT'")
  const after = view.readCatalogueAgain()
  reading.resolve()
  await after
  expect(view.instrument('BTCUSDT')?.isHalted).toBe(true)
  await before
})
