import * as z from 'zod/mini'
import { assetName, cursorText, decimalText, page, timeMs, utcOffsetMinutes, wholeNumber } from './fields.ts'
import { operation } from './operation.ts'

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

export const contractDays = operation({
  audience: 'customer',
  path: 'contract/days',
  summary:
    'The days on which contracts of the customer settled, newest first, with their sums per asset. Days begin at midnight of the given offset.',
  access: 'login',
  input: z.object({
    utcOffsetMinutes,
    cursor: cursorText,
    limit: z._default(wholeNumber.check(z.gte(1, 'too-small'), z.lte(31, 'too-large')), 7),
  }),
  output: page(contractDay),
  refusals: [],
})

/** How many of the newest contracts a record counts. */
export const recordLength = 30

export const contractRecord = operation({
  audience: 'customer',
  path: 'contract/record',
  summary: 'How the newest 30 contracts of the customer ended, void ones left out; null while there are fewer.',
  access: 'login',
  input: z.object({}),
  output: z.object({ newest: z.nullable(z.object({ won: z.int(), lost: z.int(), tie: z.int() })) }),
  refusals: [],
})
