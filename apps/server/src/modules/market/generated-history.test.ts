import { candleIntervalsMs } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { describe, expect, test } from 'vitest'
import { randomAt } from '../quote-feeds/index.ts'
import { joinCandles } from './candle-book.ts'
import type { Candle } from './candle-book.ts'
import { generateHistory } from './generated-history.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const endMs = Date.parse('2026-07-15T10:37:00Z')
const instrument = { endTicks: 4_129_100, relativeSigma30s: 0.000_25, gridTicks: 5n, volumeUnitsPerSecond: 1_000 }
const alwaysOpen = [{ fromMs: 0, toMs: endMs + 1 }]
const history = generateHistory(instrument, { endMs, openSpans: alwaysOpen, draw: randomAt(1, 1, 0) })
const intervals: CandleInterval[] = ['1m', '5m', '15m', '1h', '4h', '1d']

const floorTo = (ms: number, stepMs: number) => ms - (ms % stepMs)

function candles(interval: CandleInterval): readonly Candle[] {
  return history.get(interval) ?? []
}

describe('a generated past', () => {
  test('leads up to the present price, without a hole, in every length', () => {
    for (const interval of intervals) {
      const all = candles(interval)
      expect(all.length).toBeGreaterThan(200)
      expect(all.at(-1)?.close).toBe(4_129_100n)
      for (const [index, candle] of all.entries()) {
        expect(candle.startMs % candleIntervalsMs[interval]).toBe(0)
        expect(candle.startMs - (all[0]?.startMs ?? 0)).toBe(index * candleIntervalsMs[interval])
      }
    }
    expect(candles('1m').at(-1)?.startMs).toBe(endMs - 60_000)
  })

  test('says the same in every length', () => {
    for (const [index, interval] of intervals.entries()) {
      const longer = intervals[index + 1]
      if (longer === undefined) continue
      const lengthMs = candleIntervalsMs[longer]
      const firstWholeMs = Math.ceil((candles(interval)[0]?.startMs ?? 0) / lengthMs) * lengthMs
      const joined = new Map<number, Candle>()
      for (const candle of candles(interval).filter((each) => each.startMs >= firstWholeMs)) {
        const startMs = candle.startMs - (candle.startMs % lengthMs)
        const begun = joined.get(startMs)
        joined.set(startMs, begun === undefined ? { ...candle, startMs } : joinCandles(begun, candle))
      }
      expect(candles(longer).filter((each) => each.startMs >= firstWholeMs)).toEqual([...joined.values()])
    }
  })

  test('stays on the grid, and high and low enclose open and close', () => {
    for (const candle of intervals.flatMap(candles)) {
      for (const price of [candle.open, candle.high, candle.low, candle.close]) expect(price % 5n).toBe(0n)
      expect(
        candle.low <= candle.open &&
          candle.low <= candle.close &&
          candle.high >= candle.open &&
          candle.high >= candle.close,
      ).toBe(true)
      expect(candle.low > 0n).toBe(true)
    }
  })

  test('has no candle while the market was closed', () => {
    const session = { fromMs: endMs - 3 * 3_600_000, toMs: endMs - 2 * 3_600_000 }
    const short = generateHistory(instrument, { endMs, openSpans: [session], draw: randomAt(1, 1, 0) })
    const starts = (short.get('1m') ?? []).map((candle) => candle.startMs)
    expect(starts).toHaveLength(60)
    expect(Math.min(...starts)).toBe(session.fromMs)
    expect(short.get('1d')).toHaveLength(1)
  })

  test('of a closed market ends with its last session, and is as long as that of an open one', () => {
    // Ten hours on each of 40 days; the last session ended two days ago.
    const closedMs = endMs - 2 * dayMs
    const sessions = Array.from({ length: 40 }, (_, day) => ({
      fromMs: closedMs - (39 - day) * dayMs - 10 * hourMs,
      toMs: closedMs - (39 - day) * dayMs,
    }))
    const past = generateHistory(instrument, { endMs, openSpans: sessions, draw: randomAt(1, 1, 0) })
    const span = (interval: CandleInterval) => {
      const starts = (past.get(interval) ?? []).map((candle) => candle.startMs)
      return { count: starts.length, firstMs: starts[0], lastMs: starts.at(-1) }
    }
    expect(span('1m')).toEqual({ count: 360, firstMs: closedMs - 6 * hourMs, lastMs: closedMs - minuteMs })
    // 25 hours of trading: two sessions, and five hours of the one before; each ends within a candle of five minutes.
    expect(span('5m')).toMatchObject({ count: 2 * 121 + 61, lastMs: floorTo(closedMs, 5 * minuteMs) })
    expect(span('15m').count).toBeGreaterThan(240)
    for (const interval of intervals) expect(past.get(interval)?.at(-1)?.close).toBe(4_129_100n)
  })
})
