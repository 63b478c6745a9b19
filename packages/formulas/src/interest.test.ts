import { amount } from '@candor/money'
import { describe, expect, it } from 'vitest'
import { dayMs } from './day.ts'
import { interestOf, yearlyPercent } from './interest.ts'

const coin = 1_000_000n
const terms = { dailyRatePpm: 200, durationMs: 30 * dayMs }

function interestUnits(investedUnits: bigint, { dailyRatePpm, durationMs }: typeof terms): bigint {
  return interestOf({ invested: amount('USDT', investedUnits), dailyRatePpm, durationMs }).units
}

describe('interest', () => {
  it('is the rate of each day, without interest on interest', () => {
    expect(interestUnits(1_000n * coin, terms)).toBe(6n * coin)
    expect(interestUnits(1_000n * coin, { dailyRatePpm: 100, durationMs: 7 * dayMs })).toBe(700_000n)
  })

  it('is of the asset that is invested', () => {
    expect(interestOf({ invested: amount('USD', 1_000n * coin), ...terms })).toEqual(amount('USD', 6n * coin))
  })

  it('counts part of a day as part of its rate', () => {
    expect(interestUnits(1_000n * coin, { dailyRatePpm: 1_440, durationMs: 60_000 })).toBe(1_000n)
  })

  it('rounds what is less than a unit down', () => {
    expect(interestUnits(100n * coin, { dailyRatePpm: 200, durationMs: 60_000 })).toBe(13n)
    expect(interestUnits(1n, terms)).toBe(0n)
  })

  it('stays exact for amounts that a floating-point number cannot hold', () => {
    expect(interestUnits(999_999_999_999_999n, { dailyRatePpm: 9_999, durationMs: 31_622_400_000 })).toBe(
      3_659_633_999_999_996n,
    )
  })
})

it.each([
  [200, '7.3'],
  [100, '3.65'],
  [1, '0.0365'],
  [10_000, '365'],
  [0, '0'],
])('%i millionths a day are %s percent a year, without interest on interest', (dailyRatePpm, percent) => {
  expect(yearlyPercent(dailyRatePpm)).toBe(percent)
})
