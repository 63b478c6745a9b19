import { divFloor } from '@candor/money'
import { dayMs } from './day.ts'

const partsPerMillion = 1_000_000n

/**
 * Simple interest on days of 86,400 seconds, rounded down, as the ledger computes it. The rate is in millionths a day.
 */
export function interestUnits({
  amountUnits,
  dailyRatePpm,
  durationMs,
}: {
  readonly amountUnits: bigint
  readonly dailyRatePpm: number
  readonly durationMs: number
}): bigint {
  return divFloor(amountUnits * BigInt(dailyRatePpm) * BigInt(durationMs), partsPerMillion * BigInt(dayMs))
}
