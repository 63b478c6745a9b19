import * as z from 'zod/mini'
import { dayMs } from './day.ts'
import { categoryName, decimalText, slotNumber, symbolText, timeMs, wholeNumber } from './fields.ts'
import { customerOperation } from './operation.ts'

/** An instrument's state at this slot: open for orders, without a fresh price, or outside its session. */
export const quoteState = z.enum(['open', 'stale', 'closed'])
/**
 * The origin of prices. Simulated prices are labelled wherever they are shown; so are indicative ones, which are live
 * with too few fresh sources and tradable with play money only.
 */
export const sourceKind = z.enum(['simulated', 'replay', 'live', 'indicative'])
/** Candle lengths in milliseconds, 1 second to 1 day, as the wire names them: the one table of server and app. */
export const candleIntervalsMs = {
  '1s': 1_000,
  '5s': 5_000,
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': dayMs,
} as const
export type CandleInterval = keyof typeof candleIntervalsMs
// The keys of an object of our own are exactly its type's.
export const candleIntervals = Object.keys(candleIntervalsMs) as CandleInterval[]
export const candleInterval = z.enum(candleIntervals, 'unknown-value')

/** Whether candles are shorter than a minute: they are not stored, but computed from frames. */
export function isFrameInterval(interval: CandleInterval): boolean {
  return interval.endsWith('s')
}

/** The most candles that one call returns. Those computed from frames are fewer: frames are wide. */
export function mostCandles(interval: CandleInterval): number {
  if (interval === '1s') return 300
  return isFrameInterval(interval) ? 180 : 1_000
}

/**
 * The meaning of a live price: the instrument's `own` market, the `spot` price of a commodity, or a broker's contract
 * for difference (`cfd`) on it.
 */
export const priceBasis = z.enum(['own', 'spot', 'cfd'])

export const instrumentView = z.object({
  /** Position of the instrument in socket frames; never reused. */
  id: z.int(),
  symbol: z.string(),
  category: categoryName,
  base: z.string(),
  quote: z.string(),
  name: z.string(),
  /** The exchange's own symbol; empty when there is none, or when the price is not that of the exchange's contract. */
  exchangeSymbol: z.string(),
  decimals: z.int(),
  calendar: z.string(),
  source: sourceKind,
  basis: priceBasis,
  /**
   * The live sources that currently set the price ("kraken"); empty when all are disconnected or the price is not live.
   */
  sources: z.array(z.string()),
  /** The time between the slot of an acceptance and its entry slot: not less than the sources' lag. */
  entryDelayMs: z.int(),
  /** The month of delivery of the contract that is priced ("2026-02"), or null where it is no dated contract. */
  contractMonth: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d$/))),
  /** When the next futures contract takes over; trading is closed around it, and no contract spans it. */
  nextRollMs: z.nullable(timeMs),
  state: quoteState,
  isHalted: z.boolean(),
  nextOpenMs: z.nullable(timeMs),
  closesMs: z.nullable(timeMs),
})
export type InstrumentView = z.output<typeof instrumentView>

export const quoteView = z.object({
  id: z.int(),
  symbol: z.string(),
  last: decimalText,
  /** The price 24 hours ago, or the session's first: the base of `changeRate`. */
  open: decimalText,
  high: decimalText,
  low: decimalText,
  volume: decimalText,
  /** Change against `open` in percent with two decimals, signed: "-1.38". */
  changeRate: decimalText,
  slot: slotNumber,
  ageMs: z.int(),
  state: quoteState,
})
export type QuoteView = z.output<typeof quoteView>

/** Digits of a volume after its point. */
export const volumeDecimals = 6

/** One candle: start time (unix ms), open, high, low, close, volume; prices and volume as decimal strings. */
export const candleView = z.tuple([timeMs, decimalText, decimalText, decimalText, decimalText, decimalText])
export type CandleView = z.output<typeof candleView>

export const marketInstruments = customerOperation('market/instruments', 'public', {
  summary: 'The catalogue, in its fixed order, optionally of one category.',
  input: z.object({ category: z.optional(categoryName) }),
  output: z.object({ items: z.array(instrumentView) }),
})

export const marketQuotes = customerOperation('market/quotes', 'public', {
  summary:
    'The newest quotes with a sparkline of hourly closes; all, one category, or a comma-separated list of symbols.',
  input: z.object({
    category: z.optional(categoryName),
    symbols: z.optional(
      z.string().check(z.maxLength(2_000, 'too-long'), z.regex(/^[A-Z0-9]+(,[A-Z0-9]+)*$/, 'wrong-format')),
    ),
  }),
  output: z.object({
    slot: slotNumber,
    items: z.array(z.extend(quoteView, { spark: z.array(decimalText) })),
  }),
})

export const marketCandles = customerOperation('market/candles', 'public', {
  summary:
    'Candles of an instrument, oldest first, ending before `before` (exclusive) or now: at most 1,000, of one second at most 300, of five seconds at most 180, whatever `limit` says. Where prices were missing, candles are missing. Those before `generatedUntilMs` were generated, not quoted. `nextBeforeMs` is the `before` of the history that goes on; null at its beginning.',
  input: z.object({
    symbol: symbolText,
    interval: candleInterval,
    before: z.optional(wholeNumber),
    limit: z._default(wholeNumber.check(z.gte(1, 'too-small'), z.lte(1_000, 'too-large')), 200),
  }),
  output: z.object({
    items: z.array(candleView),
    generatedUntilMs: z.nullable(timeMs),
    nextBeforeMs: z.nullable(timeMs),
  }),
  refusals: ['unknown-instrument'],
})
