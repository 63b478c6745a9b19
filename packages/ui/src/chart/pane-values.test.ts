import { expect, test } from 'vitest'
import { PaneValues } from './pane-values.ts'

const minuteMs = 60_000
const slotsOf = (closes: readonly (number | null)[], volume = 0) =>
  closes.map((close, at) => {
    const timeMs = at * minuteMs
    return { timeMs, candle: close === null ? null : { timeMs, open: 1, high: 1, low: 1, close, volume } }
  })
const rising = Array.from({ length: 20 }, (_, at) => 100 + at)

test('each value is found by the time of its candle, and the newest one without a time', () => {
  const values = new PaneValues()
  values.set(slotsOf(rising, 7))
  expect(values.at('volume', 3 * minuteMs)).toBe(7)
  expect(values.at('rsi', 13 * minuteMs)).toBe(null)
  expect(values.at('rsi', 14 * minuteMs)).toBe(100)
  expect(values.at('rsi', null)).toBe(100)
})

test('a price moves the newest values only, as if all were computed again', () => {
  const [values, fresh] = [new PaneValues(), new PaneValues()]
  const moved = [...rising.slice(0, -1), 90]
  values.set(slotsOf(rising, 7))
  values.update(slotsOf(moved, 9))
  fresh.set(slotsOf(moved, 9))
  expect(values.at('rsi', null)).toBe(fresh.at('rsi', null))
  expect(values.at('volume', null)).toBe(9)
  expect(values.at('volume', 18 * minuteMs)).toBe(7)
})

test('a gap has no values, and neither has the volume of a source that reports none', () => {
  const values = new PaneValues()
  values.set(slotsOf([...rising, null]))
  expect(values.at('volume', 0)).toBe(null)
  expect(values.at('rsi', 20 * minuteMs)).toBe(null)
  values.update(slotsOf([...rising, 1], 0.5))
  expect(values.at('volume', null)).toBe(0.5)
})
