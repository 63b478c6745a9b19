import { expect, test } from 'vitest'
import { relativeStrength } from './relative-strength.ts'

/** The worked example of StockCharts' ChartSchool: a fund's closes from 14 December 2009, and the index over 14. */
const closes = [
  44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614,
  46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548,
  44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314,
]
const known = [
  70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87, 45.46, 37.3,
  33.08, 37.77,
]

test('the index is that of a published example, and begins once there are 14 changes', () => {
  const values = relativeStrength(closes, 14)
  expect(values.slice(0, 14).every((value) => value === null)).toBe(true)
  expect(values.slice(14).map((value) => Number(value?.toFixed(2)))).toEqual(known)
})

test('the index has gaps where there is no price, and counts known closes only', () => {
  const [first = 0, ...others] = closes
  const withGap = relativeStrength([first, null, null, ...others], 14)
  expect(withGap.slice(1, 3)).toEqual([null, null])
  expect(withGap.slice(3)).toEqual(relativeStrength(closes, 14).slice(1))
})

test('the index lies at its ends while prices only rise or only fall, and in the middle while they rest', () => {
  expect(relativeStrength([1, 2, 3, 4], 3).at(-1)).toBe(100)
  expect(relativeStrength([4, 3, 2, 1], 3).at(-1)).toBe(0)
  expect(relativeStrength([2, 2, 2, 2], 3).at(-1)).toBe(50)
})
