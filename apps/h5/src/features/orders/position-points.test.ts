import { describe, expect, test } from 'vitest'
import type { CandleView } from '@candor/api'
import { positionInterval, positionPoints, reachesBack, withLivePoint } from './position-points.ts'

function candle(startMs: number, close: string): CandleView {
  return [startMs, close, close, close, close, '0']
}

describe('the line of a position', () => {
  test('goes from the closes of candles over to live prices without overlap', () => {
    const points = positionPoints([candle(0, '1'), candle(1_000, '2'), candle(2_000, '3')], 1_000, [
      { timeMs: 2_500, price: 2.5 },
    ])
    expect(points).toEqual([
      { timeMs: 1_000, price: 1 },
      { timeMs: 2_000, price: 2 },
      { timeMs: 2_500, price: 2.5 },
    ])
  })

  test('breaks where prices were missing for long', () => {
    const points = positionPoints([candle(0, '1'), candle(30_000, '2')], 1_000, [])
    expect(points.map(({ price }) => price)).toEqual([1, null, 2])
  })

  test('keeps one live price for each step, the newest', () => {
    const live = [100, 600, 900, 1_200].reduce<readonly { timeMs: number; price: number | null }[]>(
      (points, timeMs) => withLivePoint(points, { timeMs, price: timeMs }, 1_000),
      [],
    )
    expect(live.map(({ timeMs }) => timeMs)).toEqual([100, 900, 1_200])
  })
})

test('draws short contracts from seconds and long ones from minutes', () => {
  expect(positionInterval(30_000).interval).toBe('1s')
  expect(positionInterval(3_600_000).interval).toBe('1m')
  expect(positionInterval(86_400_000).interval).toBe('5m')
})

test('a settled path is drawn where prices from entry to exit are kept', () => {
  const points = [1_000, 30_000, 60_000].map((timeMs) => ({ timeMs, price: 1 }))
  const span = { fromMs: 2_000, toMs: 61_000, lengthMs: 1_000 }
  expect(reachesBack(points, span)).toBe(true)
  expect(reachesBack(points.slice(1), span)).toBe(false)
  expect(reachesBack(points.slice(0, 2), span)).toBe(false)
  expect(reachesBack([], span)).toBe(false)
})
