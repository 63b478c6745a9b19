import { Buffer } from 'node:buffer'
import { marketCandles, marketInstruments, marketQuotes, systemStatus } from '@candor/api'
import type { CandleView, QuoteView } from '@candor/api'
import { dayMs, slotMs } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import { recordBytes } from '@candor/proof/encoding'
import * as z from 'zod/mini'
import type { CandleRow } from './candle-table.ts'
import type { Findings } from './findings.ts'
import { SourceError } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import { priceAt } from './record-follow.ts'
import type { TicksSummary } from './ticks-audit.ts'

/** What a server published of the market before its log was read. */
export interface PublishedMarket {
  readonly genesisMs: number
  readonly slot: number
  readonly quotes: readonly QuoteView[]
  /** Decimals of prices by symbol. */
  readonly decimals: ReadonlyMap<string, number>
}

/** Reads the quotes and what is needed to compare them; null for a source without a server, or without a frame yet. */
export async function readMarket(source: LogSource): Promise<PublishedMarket | null> {
  const status = await source.call(systemStatus.path)
  if (status === null) return null
  const { genesisMs, slot } = parsed(systemStatus.output, status, source)
  if (slot === null) return null
  const instruments = parsed(marketInstruments.output, await source.call(marketInstruments.path), source)
  const quotes = parsed(marketQuotes.output, await source.call(marketQuotes.path), source)
  const decimals = new Map(instruments.items.map((item) => [item.symbol, item.decimals]))
  return { genesisMs, slot: quotes.slot, quotes: quotes.items, decimals }
}

function parsed<Output extends z.core.$ZodType>(schema: Output, data: unknown, { name }: LogSource): z.output<Output> {
  const result = z.safeParse(schema, data)
  if (!result.success) throw new SourceError(`${name} returns data of the market in another form than the API's.`)
  return result.data
}

const hourMs = 3_600_000
const minuteMs = 60_000
const bucketMs = 300_000
const mostCandles = 1_000
/** The market stores a minute's candles when it is over. */
const settlingMs = 2 * minuteMs

/** The part of time that a run has read whole, in unix milliseconds. */
interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Compares quotes, figures of the day and candles with those that follow from the records of a run. */
export async function checkMarket(
  source: LogSource,
  market: PublishedMarket,
  summary: TicksSummary,
  findings: Findings,
): Promise<void> {
  const { quoted, firstSlot } = summary
  if (quoted === null || firstSlot === null) {
    findings.leaveUnchecked('market', `The log has no frame of slot ${market.slot}, of which quotes were published.`)
    return
  }
  const records = Buffer.from(quoted.records)
  const span = {
    fromMs: market.genesisMs + firstSlot * slotMs,
    toMs: market.genesisMs + market.slot * slotMs - settlingMs,
  }
  for (const quote of market.quotes) {
    const decimals = market.decimals.get(quote.symbol)
    const at = (quote.id - 1) * recordBytes
    if (decimals === undefined || at + recordBytes > records.length) {
      findings.fail('market', `${quote.symbol} is quoted, and is not in the frame of slot ${market.slot}.`)
      continue
    }
    const price = (value: number) => formatDecimal(BigInt(value), decimals)
    compare(findings, `The last price of ${quote.symbol}`, quote.last, price(priceAt(records, at)))
    checkDay(quote, summary, span, price, findings)
    for (const [interval, lengthMs, rows] of [
      ['1h', hourMs, summary.hours.rows()],
      ['1m', minuteMs, summary.minutes.rows()],
    ] as const)
      await checkCandles({ source, quote, interval, lengthMs, rows, span, price, findings })
  }
}

function compare(findings: Findings, label: string, published: string, made: string): void {
  if (published === made) findings.hold('market')
  else findings.fail('market', `${label} is published as ${published}, and the log has ${made}.`)
}

/** The figures of 24 hours, as the market makes them of buckets of five minutes. */
function checkDay(
  quote: QuoteView,
  { dayBuckets }: TicksSummary,
  { fromMs }: Span,
  price: (value: number) => string,
  findings: Findings,
): void {
  const own = dayBuckets.rows().flatMap((row) => candleOf(row, quote.id))
  const newest = own.at(-1)
  if (newest === undefined || newest.startMs - dayMs + bucketMs < fromMs) {
    findings.leaveUnchecked('market', 'Figures of the day: this run has read less than the 24 hours before a quote.')
    return
  }
  const window = own.filter(({ startMs }) => startMs > newest.startMs - dayMs)
  const [first = newest] = window
  compare(findings, `The day's first price of ${quote.symbol}`, quote.open, price(first.open))
  const [high, low] = [Math.max(...window.map((each) => each.high)), Math.min(...window.map((each) => each.low))]
  compare(findings, `The day's high of ${quote.symbol}`, quote.high, price(high))
  compare(findings, `The day's low of ${quote.symbol}`, quote.low, price(low))
}

interface CandleNumbers {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

function candleOf({ startMs, values }: CandleRow, instrumentId: number): CandleNumbers[] {
  const [open, high, low, close] = values.subarray(4 * (instrumentId - 1), 4 * instrumentId)
  if (open === undefined || high === undefined || low === undefined || close === undefined) return []
  return Number.isNaN(open) ? [] : [{ startMs, open, high, low, close }]
}

async function checkCandles({
  source,
  quote: { id, symbol },
  interval,
  lengthMs,
  rows,
  span,
  price,
  findings,
}: {
  readonly source: LogSource
  readonly quote: QuoteView
  readonly interval: '1h' | '1m'
  readonly lengthMs: number
  readonly rows: readonly CandleRow[]
  readonly span: Span
  readonly price: (value: number) => string
  readonly findings: Findings
}): Promise<void> {
  const isWhole = (startMs: number) => startMs >= span.fromMs && startMs + lengthMs <= span.toMs
  const made = new Map(
    rows
      .filter(({ startMs }) => isWhole(startMs))
      .flatMap((row) => candleOf(row, id))
      .slice(-mostCandles)
      .map((candle) => [candle.startMs, candle]),
  )
  if (made.size === 0) {
    findings.leaveUnchecked('market', `Candles of ${interval}: this run has read none of them whole.`)
    return
  }
  const oldest = Math.min(...made.keys())
  const form = { symbol, interval, before: String(Math.floor(span.toMs)), limit: String(mostCandles) }
  const { items } = parsed(marketCandles.output, await source.call(marketCandles.path, form), source)
  const published = new Map<number, CandleView>()
  for (const item of items) if (item[0] >= oldest && isWhole(item[0])) published.set(item[0], item)
  for (const startMs of new Set([...made.keys(), ...published.keys()])) {
    const [one, other] = [published.get(startMs), made.get(startMs)]
    const label = `The candle of ${symbol} (${interval}) at ${new Date(startMs).toISOString()}`
    const texts = other === undefined ? null : [other.open, other.high, other.low, other.close].map(price)
    compare(findings, label, one?.slice(1, 5).join(' ') ?? 'none', texts?.join(' ') ?? 'none')
  }
}
