import { describe, expect, test } from 'vitest'
import { leastRange, placeOfTime } from './chart-place.ts'

const slots = [0, 60, 120, 600, 660].map((timeMs) => ({ timeMs }))

describe('the place of an instant', () => {
  test('is its candle and the share of it that has passed', () => {
    expect(placeOfTime(slots, 60, 60)).toBe(1)
    expect(placeOfTime(slots, 90, 60)).toBe(1.5)
  })

  test('lies between two places where a night is shortened', () => {
    expect(placeOfTime(slots, 360, 60)).toBe(2.5)
  })

  test('goes on to scale before the first and after the last candle', () => {
    expect(placeOfTime(slots, -120, 60)).toBe(-2)
    expect(placeOfTime(slots, 780, 60)).toBe(6)
    expect(placeOfTime([], 780, 60)).toBeNull()
  })
})

test('never stretches less than six ticks over the height', () => {
  expect(leastRange({ low: 10, high: 10.2 }, 0.1)).toEqual({ low: expect.closeTo(9.8), high: expect.closeTo(10.4) })
  expect(leastRange({ low: 10, high: 11 }, 0.1)).toEqual({ low: 10, high: 11 })
})
