import * as z from 'zod/mini'
import { assetName, decimalText, timeMs } from './fields.ts'
import { customerOperation } from './operation.ts'

/** Where the events log holds the entry of a record; null until it is sealed. */
const logPlace = z.nullable(z.object({ shard: z.string(), index: z.int() }))

/** Contracts by their result. Ties and void contracts are in no rate. */
const counts = z.object({ won: z.int(), lost: z.int(), tied: z.int(), voided: z.int() })

/** A share in millionths. */
const ppm = z.int()

/** How often the contracts of a group were won. */
const wins = z.object({
  won: z.int(),
  /** Won or lost; ties and void contracts are left out. */
  decided: z.int(),
  /** The rate of wins that costs customers nothing, by stakes, fees and payouts of these contracts. */
  breakEvenPpm: ppm,
  /** In 99 of 100 groups of this size, chance alone gives a rate between these. */
  chanceFromPpm: ppm,
  chanceToPpm: ppm,
})

/** A group of contracts: `wins` is null while `missing` decided contracts are too few. */
const group = { leftOut: z.int(), decided: z.int(), missing: z.int(), wins: z.nullable(wins) }

/** A band of stakes, from an amount up to below the next one; null in the last band. */
const band = { stakeFrom: decimalText, stakeTo: z.nullable(decimalText) }

export const voidCause = z.enum(['entry-not-open', 'no-exit-price', 'feed-changed'])

const oddsSpan = z.object({
  /** 30 or 90 days, which end with the last whole day. */
  days: z.int(),
  contracts: counts,
  /** Customers with at least one contract that was won or lost. `lost` is null while they are too few. */
  losers: z.object({ customers: z.int(), missing: z.int(), lost: z.nullable(z.int()) }),
  /** Of stakes and fees of contracts that were won or lost, what customers got back; null while they are too few. */
  payout: z.object({
    decided: z.int(),
    missing: z.int(),
    sums: z.nullable(z.object({ paidIn: decimalText, paidOut: decimalText })),
  }),
  byStake: z.array(z.object({ ...band, ...group })),
  byDuration: z.array(z.object({ durationMs: z.int(), ...group })),
  voids: z.array(
    z.object({
      cause: voidCause,
      contracts: z.int(),
      /** What the house gained by voiding: the customers' result by the prices shown at entry and exit. */
      houseGain: decimalText,
    }),
  ),
  /** How long the server took to accept orders, as it measured. Null while they are too few. */
  acceptance: z.object({
    orders: z.int(),
    halfWithinMs: z.nullable(z.int()),
    byStake: z.array(
      z.object({
        ...band,
        orders: z.int(),
        missing: z.int(),
        times: z.nullable(z.object({ halfWithinMs: z.int(), ninetyNineWithinMs: z.int() })),
      }),
    ),
  }),
})

export const transparencyOdds = customerOperation('transparency/odds', 'public', {
  summary:
    'What contracts came to, over the last 30 and 90 whole days (UTC): customers who lost, payouts, wins by stake and duration, void contracts and times to accept. Counted from all contracts; the totals of each day are in the events log. One USDT counts as one USD. Figures of too few are null.',
  output: z.object({
    /** The end of the last counted day; null before the first. */
    throughMs: z.nullable(timeMs),
    /** The beginning of the first counted day. */
    sinceMs: z.nullable(timeMs),
    /** The totals of the last counted day in the events log. */
    newestDay: logPlace,
    /** Of fewer, figures are not shown. */
    minimums: z.object({ customers: z.int(), contracts: z.int(), groupContracts: z.int(), acceptedOrders: z.int() }),
    spans: z.array(oddsSpan),
    /** The rates of wins that break even by the terms on offer; null where there are none. */
    offeredBreakEven: z.nullable(z.object({ lowestPpm: ppm, highestPpm: ppm })),
  }),
})

const incident = z.object({
  kind: z.enum(['no-prices', 'stale', 'log-late', 'halt', 'late-withdrawals', 'correction']),
  /** The symbol of an instrument or the name of a log; null where it is none. */
  subject: z.nullable(z.string()),
  startedMs: timeMs,
  /** Null while it lasts. */
  endedMs: z.nullable(timeMs),
  /** Why a market was halted, or a payment corrected. */
  reason: z.nullable(
    z.enum([
      'price-doubt',
      'source-failure',
      'exchange-halt',
      'exposure',
      'other',
      'booking-error',
      'lost-transfer',
      'chargeback',
      'goodwill',
    ]),
  ),
  /** How many promises of withdrawals were late that day. */
  count: z.nullable(z.int()),
  /** What a correction paid; negative where it took. */
  payment: z.nullable(z.object({ asset: assetName, amount: decimalText })),
  /**
   * Contracts that were void because a window of theirs lacked prices in this time, with what the house gained; null
   * where it is no time without prices.
   */
  voids: z.nullable(z.object({ contracts: z.int(), houseGain: decimalText })),
  /** What two operators published about it, the newest version first; earlier ones stay. In their language. */
  explanations: z.array(z.object({ version: z.int(), text: z.string(), atMs: timeMs })),
  /** The entry of a correction's batch, or of a halt. */
  log: logPlace,
})

export const transparencyIncidents = customerOperation('transparency/incidents', 'public', {
  summary:
    'What went wrong in the last twelve months, newest first, at most 100: times without prices, stale markets, late logs, halts, late withdrawals and corrections. Noticed by the server itself.',
  output: z.object({
    fromMs: timeMs,
    /** All of the twelve months, also those that are not among the items. */
    total: z.int(),
    items: z.array(incident),
  }),
})

export const transparencyServiceDays = customerOperation('transparency/service_days', 'public', {
  summary:
    'Orders accepted and contracts settled on each of the last 90 days (UTC), today included, and how many of them in time. Days without any are left out. As the server measured.',
  output: z.object({
    items: z.array(
      z.object({
        name: z.enum(['accepted', 'settled']),
        /** How soon after the request an order, and after its end a contract, is in time. */
        withinMs: z.int(),
        /** Oldest first. */
        days: z.array(z.object({ startMs: timeMs, done: z.int(), inTime: z.int() })),
      }),
    ),
  }),
})

export const transparencyRules = customerOperation('transparency/rules', 'public', {
  summary:
    'The published rules with every version, newest first. The hash of each text is in the events log once it is sealed.',
  output: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        version: z.int(),
        /** The text in English, which the hash is of. */
        text: z.string(),
        /** SHA-256 of the text in UTF-8, in hexadecimal. */
        textHash: z.string(),
        inForceMs: timeMs,
        log: logPlace,
      }),
    ),
  }),
})
