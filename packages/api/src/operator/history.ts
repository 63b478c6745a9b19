import * as z from 'zod/mini'
import { decimalText, timeMs } from '../fields.ts'
import { operatorOperation } from '../operation.ts'

/** The spans of the history, in days. */
export const historyDays = ['7', '30', '90'] as const

/** A share in millionths. */
const ppm = z.int()

const historyDay = z.object({
  startMs: timeMs,
  /** Contracts that were won, of those that were won or lost. Ties and void contracts are in no figure. */
  won: z.int(),
  decided: z.int(),
  /** What the house earned by them on this day: fees, and stakes kept less profits paid. */
  result: decimalText,
  /** The same from the first of these days to the end of this one. */
  total: decimalText,
  /** What this total would be if up and down had won equally often. */
  expected: decimalText,
  /**
   * In 99 of 100 spans with the same contracts, chance alone gives a total between these. Null where the stakes of a
   * day of the span were not kept one by one.
   */
  chanceFrom: z.nullable(decimalText),
  chanceTo: z.nullable(decimalText),
  /** The share of wins at which these contracts break even. Null without contracts, as the next two. */
  breakEvenPpm: z.nullable(ppm),
  /** In 99 of 100 days with so many contracts, chance alone gives a share between these. */
  chanceFromPpm: z.nullable(ppm),
  chanceToPpm: z.nullable(ppm),
})
export type HistoryDay = z.output<typeof historyDay>

export const operatorRiskHistory = operatorOperation('operator/risk_history', ['risk', 'lead', 'auditor'], {
  summary:
    'What contracts came to on each of the last days (UTC), today included, beside what chance predicts of the same contracts; and what open contracts may pay, by their end. One USDT counts as one USD.',
  input: z.object({ days: z.enum(historyDays, 'unknown-value') }),
  output: z.object({
    atMs: timeMs,
    /** Oldest first, every day of the span. */
    days: z.array(historyDay),
    due: z.object({
      stepMs: z.int(),
      /** What is to be paid above the stakes if all open contracts win, by when they end: one item a step from now. */
      steps: z.array(decimalText),
      /** Of contracts that end later. */
      later: decimalText,
    }),
  }),
  refusals: [],
})
