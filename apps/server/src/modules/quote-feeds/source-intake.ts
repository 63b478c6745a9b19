import { LagMeter } from './lag-meter.ts'
import type { SourceFault, SourceQuote } from './live-source.ts'
import type { FeedTick } from './quote-feed.ts'

/** Maximum difference between a source's time of a price and our clock. Beyond it the price's age is unknown. */
const mostLagMs = 5_000

/** The lag of a source none of whose messages name their time. */
const unknownLagMs = 500

/**
 * The result for one quote: a tick, the error for which it was dropped, or nothing; and whether messages before it were
 * lost.
 */
export interface Intake {
  readonly tick: FeedTick | null
  readonly fault: SourceFault | null
  readonly hasGap: boolean
}

/** Counts the messages of one connection: a hole in consecutive numbers means that some were lost on the way. */
export class SequenceWatch {
  readonly #newest = new Map<string, number>()

  /** Whether messages are missing before this one. */
  hasGap(quote: SourceQuote): boolean {
    if (!quote.isConsecutive || quote.order === null) return false
    const newest = this.#newest.get(quote.stream)
    if (newest === undefined || quote.order > newest) this.#newest.set(quote.stream, quote.order)
    return newest !== undefined && quote.order > newest + 1
  }
}

/**
 * Turns one source's quotes into ticks, across connections: maps the instrument, stamps the time of receipt, and drops
 * repeats, steps back, and prices of unknown age. Uses no clock and no I/O.
 */
export class SourceIntake {
  readonly #source: string
  readonly #instrumentIds: ReadonlyMap<string, number>
  readonly #newest = new Map<string, number>()
  readonly #lags = new LagMeter()
  #newestMs = -Infinity

  /** `instrumentIds` by the source's own symbols. */
  constructor(source: string, instrumentIds: ReadonlyMap<string, number>) {
    this.#source = source
    this.#instrumentIds = instrumentIds
  }

  /** Processes a quote received at `nowMs` on the connection watched by `sequence`. */
  take(quote: SourceQuote, sequence: SequenceWatch, nowMs: number): Intake {
    const hasGap = sequence.hasGap(quote)
    const fault = this.#faultOf(quote, nowMs)
    return { tick: fault === null ? this.#tickOf(quote, nowMs) : null, fault, hasGap }
  }

  /** Forgets the numbers of a connection that broke: another server may count from elsewhere. */
  forgetOrder(): void {
    this.#newest.clear()
  }

  #faultOf(quote: SourceQuote, nowMs: number): SourceFault | null {
    if (!this.#instrumentIds.has(quote.symbol)) return 'unknown-symbol'
    if (quote.sourceTimeMs !== null && Math.abs(nowMs - quote.sourceTimeMs) > mostLagMs) return 'lag'
    if (quote.order === null) return null
    if (quote.order <= (this.#newest.get(quote.stream) ?? -Infinity)) return 'repeat'
    this.#newest.set(quote.stream, quote.order)
    return null
  }

  #tickOf(quote: SourceQuote, nowMs: number): FeedTick | null {
    const instrumentId = this.#instrumentIds.get(quote.symbol)
    if (instrumentId === undefined) return null
    // A feed's times never decrease, even when the clock was set back a little.
    this.#newestMs = nowMs < this.#newestMs - mostLagMs ? nowMs : Math.max(nowMs, this.#newestMs)
    const { bid, ask, last, volume, sourceTimeMs } = quote
    const lagMs = this.#lagOf(quote, nowMs)
    const tick = { instrumentId, source: this.#source, timeMs: this.#newestMs, bid, ask, last, volume, lagMs }
    return sourceTimeMs === null ? tick : { ...tick, sourceTimeMs }
  }

  /** By the source's own time; without one, as long as most of its messages with a time took. */
  #lagOf({ sourceTimeMs }: SourceQuote, nowMs: number): number {
    if (sourceTimeMs === null) return this.#lags.p99Ms() ?? unknownLagMs
    const lagMs = Math.max(0, nowMs - sourceTimeMs)
    this.#lags.add(lagMs)
    return lagMs
  }
}
