import { describe, expect, test } from 'vitest'
import { candleWithPrice, withGaps, withNewerCandles, type ChartCandle } from './chart-candle.ts'

const minute = 60_000
function candle(timeMs: number, change: Partial<ChartCandle> = {}): ChartCandle {
  return { timeMs, open: 10, high: 12, low: 9, close: 11, volume: 0, ...change }
}

describe('gaps', () => {
  test('leaves a place empty for each missing candle', () => {
    const slots = withGaps([candle(0), candle(3 * minute)], minute)
    expect(slots.map(({ timeMs, candle: shown }) => [timeMs, shown !== null])).toEqual([
      [0, true],
      [minute, false],
      [2 * minute, false],
      [3 * minute, true],
    ])
  })

  test('shortens a night to eight places', () => {
    expect(withGaps([candle(0), candle(500 * minute)], minute)).toHaveLength(10)
  })
})

test('history that is read later keeps the candles that came in the meantime', () => {
  const known = [candle(minute), candle(2 * minute, { close: 10 }), candle(3 * minute)]
  const read = [candle(0), candle(minute), candle(2 * minute)]
  expect(withNewerCandles(read, known)).toEqual([...read, candle(3 * minute)])
  expect(withNewerCandles([], known)).toEqual(known)
})

describe('the newest candle', () => {
  test('takes a price of its interval as close, and widens its range when needed', () => {
    expect(candleWithPrice(candle(0), 11.5, 30_000, minute)).toEqual(candle(0, { close: 11.5 }))
    expect(candleWithPrice(candle(0), 13, 30_000, minute)).toEqual(candle(0, { close: 13, high: 13 }))
    expect(candleWithPrice(candle(0), 8, 30_000, minute)).toEqual(candle(0, { close: 8, low: 8 }))
  })

  test('gives way to a new one at the next interval', () => {
    expect(candleWithPrice(candle(0), 13, minute, minute)).toEqual({
      timeMs: minute,
      open: 13,
      high: 13,
      low: 13,
      close: 13,
      volume: 0,
    })
    expect(candleWithPrice(null, 13, minute + 5, minute).timeMs).toBe(minute)
  })
})
