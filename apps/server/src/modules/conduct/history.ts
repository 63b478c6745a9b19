import type { HistoryDay, operatorRiskHistory, OutputOf } from '@candor/api/operator'
import { chanceBandPpm, chanceSpread, dayMs, sharePpm } from '@candor/formulas'
import { divCeil, divFloor, formatUnits } from '@candor/money'
import type { DayRow, DueRow } from './history-store.ts'

/** Every day of a span that ends with `lastDay`, with the totals from its beginning. Days are counted from 1970. */
export function historyOf(rows: readonly DayRow[], { lastDay, days }: { lastDay: number; days: number }): HistoryDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  let total = 0n
  /** Twice the expected total, so that nothing is lost by halving. */
  let expectedTwice = 0n
  /** Between winning and losing all contracts of the span, and its squares; null from a day on that lacks them. */
  let moved = 0n
  let allSquares: bigint | null = 0n
  return Array.from({ length: days }, (_, index) => {
    const day = lastDay - days + 1 + index
    const { won = 0n, lost = 0n, staked = 0n, fees = 0n, profits = 0n, net = 0n, squares = 0n } = byDay.get(day) ?? {}
    const decided = won + lost
    total -= net
    expectedTwice += 2n * fees + staked - profits
    moved += staked + profits
    allSquares = allSquares === null || squares === null ? null : allSquares + squares
    const spread = allSquares === null ? null : chanceSpread({ moved, squares: allSquares })
    const band = decided === 0n ? null : chanceBandPpm(decided)
    return {
      startMs: day * dayMs,
      won: Number(won),
      decided: Number(decided),
      result: formatUnits(-net),
      total: formatUnits(total),
      expected: formatUnits(expectedTwice / 2n),
      chanceFrom: spread === null ? null : formatUnits(divFloor(expectedTwice, 2n) - spread),
      chanceTo: spread === null ? null : formatUnits(divCeil(expectedTwice, 2n) + spread),
      breakEvenPpm: decided === 0n ? null : sharePpm(staked + fees, staked + profits),
      chanceFromPpm: band?.fromPpm ?? null,
      chanceToPpm: band?.toPpm ?? null,
    }
  })
}

export const dueStepMs = 5 * 60_000
export const dueSteps = 24

/** What is due in each step from now, and later. */
export function dueOf(rows: readonly DueRow[]): OutputOf<typeof operatorRiskHistory>['due'] {
  const payouts = new Map(rows.map(({ step, payout }) => [step, payout]))
  const textOf = (step: number) => formatUnits(payouts.get(step) ?? 0n)
  return {
    stepMs: dueStepMs,
    steps: Array.from({ length: dueSteps }, (_, step) => textOf(step)),
    later: textOf(dueSteps),
  }
}
