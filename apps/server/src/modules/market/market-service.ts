import { candleIntervalsMs, isFrameInterval, mostCandles } from '@candor/api'
import type { CandleInterval, CandleView, InstrumentView, QuoteView } from '@candor/api'
import { slotMs } from '@candor/formulas'
import type { Clock } from '../../platform/clock.ts'
import type { SourceHealth } from '../quote-feeds/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { primaryReads } from '../../platform/transaction.ts'
import type { Reads } from '../../platform/transaction.ts'
import { joinCandles } from './candle-book.ts'
import type { Candle } from './candle-book.ts'
import type { Category, Instrument } from './catalogue.ts'
import { stateCodes } from './instrument-book.ts'
import { loadCandles, loadColumn, loadNewestSlot } from './market-store.ts'
import type { Database } from './market-store.ts'
import { candleView } from './market-view.ts'
import type { MarketView } from './market-view.ts'

/** Quotes are computed once per frame; other fields (hidden instruments) are at most this old. */
const quotesKeptMs = 500

type Quotes = ReturnType<MarketService['quotes']>

/** The customers' view of the market. */
export interface MarketService {
  instruments(category?: Category): InstrumentView[]
  /** Quotes of all, of a category, or of the symbols named; symbols that do not exist are left out. */
  quotes(filter: { category?: Category | undefined; symbols?: readonly string[] | undefined }): {
    slot: number
    items: (QuoteView & { spark: string[] })[]
  }
  /** Candles before an instant (unix ms, excluded; now if absent), oldest first; as many as the contract allows. */
  candles(wanted: {
    symbol: string
    interval: CandleInterval
    beforeMs?: number | undefined
    limit: number
  }): Promise<
    Result<{ items: CandleView[]; generatedUntilMs: number | null; nextBeforeMs: number | null }, 'unknown-instrument'>
  >
}

/** Serves the market from the view in memory, and older candles from the database. */
export function createMarketService(options: {
  view: MarketView
  pool: Database
  /** Where candles of a minute and more are read; the pool if absent. */
  reads?: Reads
  clock: Clock
  /** The live sources' current health; empty when absent. */
  sources?: () => readonly SourceHealth[]
}): MarketService {
  const { view, pool, clock, reads = primaryReads(pool), sources = () => [] } = options
  const listed = (category?: Category) =>
    view.instruments().filter((instrument) => category === undefined || instrument.category === category)
  const kept = keepQuotes(options, (category) => ({
    slot: view.latest?.slot ?? 0,
    items: listed(category).flatMap((instrument) => {
      const quote = view.quote(instrument)
      return quote === null ? [] : [{ ...quote, spark: view.spark(instrument) }]
    }),
  }))
  return {
    instruments: (category) => {
      const speaking = sources().filter((source) => source.state === 'live')
      const sourcesOf = (id: number) =>
        speaking.filter((source) => source.instrumentIds.includes(id)).map((source) => source.name)
      return listed(category).map((instrument) => view.instrumentView(instrument, sourcesOf(instrument.id)))
    },
    quotes({ category, symbols }) {
      const { slot, items } = kept(category)
      if (symbols === undefined) return { slot, items }
      const wanted = new Set(symbols)
      return { slot, items: items.filter((item) => wanted.has(item.symbol)) }
    },
    async candles({ symbol, interval, beforeMs = clock.nowMs() + 1, limit }) {
      const instrument = view.instrument(symbol)
      if (instrument === undefined || instrument.isHidden) return refuse('unknown-instrument')
      const wanted = { instrument, interval, beforeMs, limit: Math.min(limit, mostCandles(interval)) }
      // The view has the newest two candles: of minutes they cover what a standby lacks, of seconds they do not.
      const stored = isFrameInterval(interval)
        ? await frameCandles(pool, view.genesisMs, wanted)
        : await reads.run((from) => longerCandles(from, wanted))
      const candles = withNewest(stored.candles, view.newestCandles(instrument, interval), wanted)
      return ok({
        items: candles.map((candle) => candleView(instrument, candle)),
        generatedUntilMs: view.generatedUntilMs,
        nextBeforeMs: stored.nextBeforeMs,
      })
    },
  }
}

/** Caches the quotes of each category until the next frame, so that many callers cost as much as one. */
function keepQuotes({ view, clock }: { view: MarketView; clock: Clock }, compute: (category?: Category) => Quotes) {
  const answers = new Map<Category | undefined, Quotes>()
  let frame = view.latest
  let sinceMs = clock.nowMs()
  return (category?: Category): Quotes => {
    const nowMs = clock.nowMs()
    if (frame !== view.latest || Math.abs(nowMs - sinceMs) >= quotesKeptMs) {
      answers.clear()
      frame = view.latest
      sinceMs = nowMs
    }
    const answer = answers.get(category) ?? compute(category)
    answers.set(category, answer)
    return answer
  }
}

interface WantedCandles {
  readonly instrument: Instrument
  readonly interval: CandleInterval
  readonly beforeMs: number
  readonly limit: number
}

/** The in-memory view is ahead of the database, which receives candles a minute later. */
function withNewest(stored: readonly Candle[], newest: readonly Candle[], wanted: WantedCandles): Candle[] {
  const byStart = new Map(stored.map((candle) => [candle.startMs, candle]))
  for (const candle of newest) if (candle.startMs < wanted.beforeMs) byStart.set(candle.startMs, candle)
  return [...byStart.values()].toSorted((left, right) => left.startMs - right.startMs).slice(-wanted.limit)
}

/** A reading of history, and where the one before it ends; null at the beginning. */
interface StoredCandles {
  readonly candles: readonly Candle[]
  readonly nextBeforeMs: number | null
}

async function longerCandles(pool: Database, wanted: WantedCandles): Promise<StoredCandles> {
  const candles = await loadCandles(pool, { ...wanted, instrumentId: wanted.instrument.id })
  const first = candles.length < wanted.limit ? undefined : candles[0]
  return { candles, nextBeforeMs: first?.startMs ?? null }
}

/**
 * Candles of seconds are not stored: frames are kept for more than a day and contain them. Spans without frames are
 * skipped.
 */
async function frameCandles(pool: Database, genesisMs: number, wanted: WantedCandles): Promise<StoredCandles> {
  const lengthMs = candleIntervalsMs[wanted.interval]
  const endMs = Math.ceil(wanted.beforeMs / lengthMs) * lengthMs
  const toSlot = Math.ceil((endMs - genesisMs) / slotMs)
  const fromSlot = toSlot - (wanted.limit * lengthMs) / slotMs
  const candles = new Map<number, Candle>()
  for (const { slot, price, state, volume } of await loadColumn(pool, {
    instrumentId: wanted.instrument.id,
    fromSlot,
    toSlot,
  })) {
    if (state !== stateCodes.open) continue
    const atMs = genesisMs + slot * slotMs
    const startMs = atMs - (atMs % lengthMs)
    const candle = { startMs, open: price, high: price, low: price, close: price, volume }
    const begun = candles.get(startMs)
    candles.set(startMs, begun === undefined ? candle : joinCandles(begun, candle))
  }
  const earlier = await loadNewestSlot(pool, fromSlot)
  const nextBeforeMs = earlier === null ? null : Math.ceil((genesisMs + (earlier + 1) * slotMs) / lengthMs) * lengthMs
  return { candles: [...candles.values()], nextBeforeMs }
}
