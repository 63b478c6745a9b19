import { candleIntervalsMs } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { dayMs } from '@candor/formulas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CandleBook, joinCandles } from './candle-book.ts'
import type { Candle, CandleFrame } from './candle-book.ts'
import { changeHundredths, DayWindow } from './day-figures.ts'

const frame = (slot: number, price: number, state = 1): CandleFrame => ({
  slot,
  prices: [BigInt(price)],
  states: [state],
  volumes: [1n],
})

function candlesOf(interval: CandleInterval, frames: readonly CandleFrame[]): Candle[] {
  const book = new CandleBook({ intervalMs: candleIntervalsMs[interval], genesisMs: 0 })
  const finished = frames.flatMap((each) => [...(book.add(each)?.candles.values() ?? [])])
  return [...finished, ...book.newest(1).filter((candle) => candle.startMs > (finished.at(-1)?.startMs ?? -1))]
}

const path = fc.array(
  fc.record({
    price: fc.integer({ min: -1_000, max: 1_000 }),
    state: fc.constantFrom(0, 1, 1, 1, 2),
    skip: fc.nat(300),
  }),
  { minLength: 1, maxLength: 200 },
)
const framesOf = (steps: readonly { price: number; state: number; skip: number }[]) => {
  let slot = 0
  return steps.map((step) => frame((slot += 1 + step.skip), step.price, step.state))
}

describe('candles', () => {
  test('open, high, low and close from open frames only', () => {
    const frames = [
      frame(0, 10),
      frame(1, 14),
      frame(2, 99, 2),
      frame(3, 0, 0),
      frame(60, 9),
      frame(119, 12),
      frame(120, 5),
    ]
    expect(candlesOf('1m', frames)).toEqual([
      { startMs: 0, open: 10n, high: 14n, low: 9n, close: 12n, volume: 4n },
      { startMs: 60_000, open: 5n, high: 5n, low: 5n, close: 5n, volume: 1n },
    ])
  })

  test('of a longer interval are the shorter ones joined', () => {
    fc.assert(
      fc.property(path, (steps) => {
        const frames = framesOf(steps)
        const joined = new Map<number, Candle>()
        for (const candle of candlesOf('1m', frames)) {
          const startMs = candle.startMs - (candle.startMs % candleIntervalsMs['15m'])
          const begun = joined.get(startMs)
          joined.set(startMs, begun === undefined ? { ...candle, startMs } : joinCandles(begun, candle))
        }
        expect(candlesOf('15m', frames)).toEqual([...joined.values()])
      }),
    )
  })

  test('resume where a stored part ends', () => {
    fc.assert(
      fc.property(path, fc.nat(), (steps, cut) => {
        const frames = framesOf(steps)
        const at = cut % frames.length
        const first = new CandleBook({ intervalMs: 900_000, genesisMs: 0 })
        for (const each of frames.slice(0, at)) first.add(each)
        const stored = first.newest(1).at(-1)
        const second = new CandleBook({ intervalMs: 900_000, genesisMs: 0 })
        if (stored !== undefined) second.resume(stored.startMs, new Map([[1, stored]]))
        for (const each of frames.slice(at)) {
          first.add(each)
          second.add(each)
        }
        expect(second.newest(1).at(-1)).toEqual(first.newest(1).at(-1))
      }),
    )
  })
})

describe('day figures', () => {
  test('are those of the candles of the last 24 hours', () => {
    const step = fc.record({ price: fc.integer({ min: 1, max: 1_000 }), minutes: fc.integer({ min: 0, max: 400 }) })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const day = new DayWindow()
        let atMs = 0
        const all = steps.map(({ price, minutes }) => {
          atMs += minutes * 60_000
          const ticks = BigInt(price)
          return { startMs: atMs, open: ticks, high: ticks, low: ticks, close: ticks, volume: 1n }
        })
        for (const candle of all) day.add(candle)
        const bucket = (ms: number) => ms - (ms % 300_000)
        const within = all.filter((candle) => bucket(candle.startMs) > bucket(atMs) - dayMs)
        const first = within[0]
        if (first === undefined) throw new Error('the newest candle is always within')
        expect(day.figures()).toMatchObject({
          open: first.open,
          close: within.at(-1)?.close,
          high: within.reduce((high, candle) => (candle.high > high ? candle.high : high), first.high),
          low: within.reduce((low, candle) => (candle.low < low ? candle.low : low), first.low),
          volume: BigInt(within.length),
        })
      }),
    )
  })

  test('keep hourly closes, the newest price last', () => {
    const day = new DayWindow()
    for (let minute = 0; minute < 130; minute += 5) {
      const ticks = BigInt(minute)
      day.add({ startMs: minute * 60_000, open: ticks, high: ticks, low: ticks, close: ticks, volume: 0n })
    }
    expect(day.hourlyCloses()).toEqual([55n, 115n, 125n])
  })

  test('say the change in hundredths of a percent', () => {
    expect(changeHundredths(10_000n, 9_862n)).toBe(-138n)
    expect(changeHundredths(0n, 5n)).toBe(0n)
    expect(changeHundredths(-100n, -50n)).toBe(5_000n)
  })
})
