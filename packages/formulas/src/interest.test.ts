import { describe, expect, it } from 'vitest'
import { dayMs } from './day.ts'
import { interestUnits } from './interest.ts'

const coin = 1_000_000n

describe('interest', () => {
  it('is the rate of each day, without interest on interest', () => {
    expect(interestUnits({ amountUnits: 1_000n * coin, dailyRatePpm: 200, durationMs: 30 * dayMs })).toBe(6n * coin)
    expect(interestUnits({ amountUnits: 1_000n * coin, dailyRatePpm: 100, durationMs: 7 * dayMs })).toBe(700_000n)
  })

  it('counts part of a day as part of its rate', () => {
    expect(interestUnits({ amountUnits: 1_000n * coin, dailyRatePpm: 1_440, durationMs: 60_000 })).toBe(1_000n)
  })

  it('rounds what is less than a unit down', () => {
    expect(interestUnits({ amountUnits: 100n * coin, dailyRatePpm: 200, durationMs: 60_000 })).toBe(13n)
    expect(interestUnits({ amountUnits: 1n, dailyRatePpm: 200, durationMs: 30 * dayMs })).toBe(0n)
  })

  it('stays exact for amounts that a floating-point number cannot hold', () => {
    expect(interestUnits({ amountUnits: 999_999_999_999_999n, dailyRatePpm: 9_999, durationMs: 31_622_400_000 })).toBe(
      3_659_633_999_999_996n,
    )
  })
})
