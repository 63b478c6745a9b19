import * as z from 'zod/mini'
import { dayMs } from './day.ts'
import { assetName, cursorText, decimalText, page, timeMs, utcOffsetMinutes, wholeNumber } from './fields.ts'
import { customerOperation } from './operation.ts'

/**
 * The result of one day's contracts in one asset. `net` is exactly what was booked: wins less fees, less lost stakes
 * and their fees.
 */
export const daySums = z.object({
  asset: assetName,
  contracts: z.int(),
  won: z.int(),
  lost: z.int(),
  tie: z.int(),
  void: z.int(),
  /** All stakes, including those of tied and void contracts, which were returned. */
  staked: decimalText,
  /** Fees kept; those of tied and void contracts were returned. */
  fees: decimalText,
  net: decimalText,
})
export type DaySums = z.output<typeof daySums>

export const contractDay = z.object({
  /** The day's date at the given offset: "2026-11-21". */
  day: z.string(),
  startMs: timeMs,
  sums: z.array(daySums),
})
export type ContractDay = z.output<typeof contractDay>

export const contractDays = customerOperation('contract/days', 'login', {
  summary:
    'The days on which contracts of the customer settled, newest first, with their sums per asset. Days begin at midnight of the given offset.',
  input: z.object({
    utcOffsetMinutes,
    cursor: cursorText,
    limit: z._default(wholeNumber.check(z.gte(1, 'too-small'), z.lte(31, 'too-large')), 7),
  }),
  output: page(contractDay),
})

/** How many of the newest contracts a record counts. */
export const recordLength = 30

export const contractRecord = customerOperation('contract/record', 'login', {
  summary: 'How the newest 30 contracts of the customer ended, void ones left out; null while there are fewer.',
  output: z.object({ newest: z.nullable(z.object({ won: z.int(), lost: z.int(), tie: z.int() })) }),
})

const outcomes = { contracts: z.int(), won: z.int(), lost: z.int(), tie: z.int(), void: z.int() }

/** What contracts in one asset came to. Ties and void contracts count as contracts, and in no rate. */
export const assetPerformance = z.object({
  asset: assetName,
  ...outcomes,
  /** Fees kept, which `net` includes. */
  fees: decimalText,
  net: decimalText,
  /** The share of wins at which the decided contracts would have come to nothing, in millionths; null without any. */
  breakEvenPpm: z.nullable(z.int()),
  /** The wins that make this share; more than there are contracts where fees exceed profits. */
  breakEvenWins: z.nullable(z.int()),
  /** By market, the best result first. */
  markets: z.array(z.object({ symbol: z.string(), name: z.string(), ...outcomes, net: decimalText })),
  /** The days with settlements, the earliest first. */
  days: z.array(z.object({ startMs: timeMs, contracts: z.int(), net: decimalText })),
})
export type AssetPerformance = z.output<typeof assetPerformance>

/** The longest period of one response: a leap year, and the hour that a clock is set back in it. */
export const maxPerformanceMs = 366 * dayMs + 3_600_000

export const contractPerformance = customerOperation('contract/performance', 'login', {
  summary:
    'What the contracts of the customer came to that settled in a period of at most 366 days, by asset, market and day. Days begin at midnight of the given offset. `toMs` is excluded.',
  input: z.object({ utcOffsetMinutes, fromMs: wholeNumber, toMs: wholeNumber }).check(
    z.refine(({ fromMs, toMs }) => toMs > fromMs, { path: ['toMs'], error: 'too-small' }),
    z.refine(({ fromMs, toMs }) => toMs - fromMs <= maxPerformanceMs, { path: ['toMs'], error: 'too-large' }),
  ),
  output: z.object({ items: z.array(assetPerformance) }),
})
