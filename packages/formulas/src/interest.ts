import { amount, divFloor } from '@candor/money'
import type { Amount } from '@candor/money'
import { dayMs } from './day.ts'

const partsPerMillion = 1_000_000n

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
