import { amount, divFloor, formatDecimal } from '@candor/money'
import type { Amount } from '@candor/money'
import { dayMs } from './day.ts'

const partsPerMillion = 1_000_000n
const daysOfYear = 365n

/**
 * Simple interest on days of 86,400 seconds, rounded down, as the ledger computes it. The rate is in millionths a day.
 */
export function interestOf({
  invested,
  dailyRatePpm,
  durationMs,
}: {
  readonly invested: Amount
  readonly dailyRatePpm: number
  readonly durationMs: number
}): Amount {
  const dividend = invested.units * BigInt(dailyRatePpm) * BigInt(durationMs)
  return amount(invested.asset, divFloor(dividend, partsPerMillion * BigInt(dayMs)))
}

/**
 * The rate of a year of 365 days in percent, as a decimal string without trailing zeros: "7.3". It is simple, as
 * interest is: no interest on interest. The rate is in millionths a day.
 */
export function yearlyPercent(dailyRatePpm: number): string {
  return formatDecimal(BigInt(dailyRatePpm) * daysOfYear, 4).replace(/\.?0+$/, '')
}
