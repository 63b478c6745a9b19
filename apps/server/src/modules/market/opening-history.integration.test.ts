import { afterAll, describe, expect, test } from 'vitest'
import { createBus } from '../../platform/bus/index.ts'
import { manualClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { createPool } from '../../platform/postgres/pool.ts'
import { testDatabase } from '../../platform/postgres/test-database.ts'
import { stateCodes } from './instrument-book.ts'
import { createMarketService } from './market-service.ts'
import { loadInstruments } from './market-store.ts'
import { MarketView } from './market-view.ts'
import { openingTicks, storeOpeningHistory } from './opening-history.ts'
import { readCalendars } from './seed-files.ts'
import { seedMarket } from './seed-market.ts'

/** A Sunday before the markets open: only crypto trades. */
const nowMs = Date.parse('2026-07-19T12:00:00Z')
const closedCategories = ['futures', 'forex'] as const

const database = await testDatabase()
const owner = createPool(database.ownerUrl, 'test-owner')
await seedMarket(owner, manualClock(nowMs))
const instruments = await loadInstruments(owner)
const calendars = readCalendars()
await storeOpeningHistory(owner, { instruments, calendars, openingPrice: () => null, seed: 1, nowMs })
const prices = instruments.map((instrument) => openingTicks(instrument, null).toString())
const states = instruments.map(({ category }) => (category === 'crypto' ? stateCodes.open : stateCodes.closed))
await owner.query(
  `insert into market.frame (slot, prices, ages_ms, states, epochs, source_kinds, published_ms, volumes, price_sums,
     open_counts, sources, ticks_digest)
   select 0, $1::bigint[], none, $2::smallint[], none, none, 0, none, none, none, none, sha256('')
   from array_fill(0, array[cardinality($1::bigint[])]) as none`,
  [prices, states],
)
const logger = createLogger({ level: 'silent', role: 'test' })
const view = await MarketView.open({ pool: owner, bus: createBus(() => undefined), logger })
const service = createMarketService({ pool: owner, view, clock: manualClock(nowMs) })

afterAll(async () => {
  view.stop()
  await owner.end()
})

describe('a market that is closed at the first start', () => {
  const closed = () => view.instruments().filter(({ category }) => closedCategories.some((name) => name === category))

  test('keeps the figures of its last session', () => {
    expect(closed().length).toBeGreaterThan(80)
    const empty = closed().filter((instrument) => {
      const { high = '0', low = '0', volume = '0' } = view.quote(instrument) ?? {}
      return Number(high) <= Number(low) || Number(volume) <= 0 || view.spark(instrument).length < 3
    })
    expect(empty.map(({ symbol }) => symbol)).toEqual([])
    expect(closed().filter((instrument) => view.quote(instrument)?.changeRate === '0.00').length).toBeLessThan(10)
  })

  test('has a chart in the length that is shown first, which ends at its last price', async () => {
    for (const instrument of closed()) {
      const { symbol } = instrument
      const chart = await service.candles({ symbol, interval: '1m', limit: 200 })
      const items = chart.ok ? chart.value.items : []
      expect({ symbol, count: items.length }).toEqual({ symbol, count: 200 })
      // A generated price is rounded to half an exchange tick.
      const apart = Number(items.at(-1)?.[4]) / Number(view.quote(instrument)?.last) - 1
      expect({ symbol, isApart: Math.abs(apart) > 0.001 }).toEqual({ symbol, isApart: false })
    }
  })
})
