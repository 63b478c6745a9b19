import type { SourceFault, SourceQuote } from './live-source.ts'
import type { FeedTick } from './quote-feed.ts'

/** Between what a source says of the time of a price and our own clock. Beyond it the age of the price is unknown. */
const mostLagMs = 5_000

/** What becomes of one quote: a tick, or the fault for which it is left out, or nothing; and whether messages were lost before it. */
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
 * Turns the quotes of one source into ticks, whatever connection they come by: names the instrument, stamps the time of
 * receipt, and leaves out repeats, steps back, and prices whose age is not known. Pure of clock and I/O.
 */
export class SourceIntake {
  readonly #source: string
  readonly #instrumentIds: ReadonlyMap<string, number>
  readonly #newest = new Map<string, number>()
  #newestMs = -Infinity

  /** `instrumentIds` by the source's own symbols. */
  constructor(source: string, instrumentIds: ReadonlyMap<string, number>) {
    this.#source = source
    this.#instrumentIds = instrumentIds
  }

  /** Takes a quote that came at `nowMs` by a connection that `sequence` watches. */
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
    // A feed speaks in the order of time, even where the clock was set back a little.
    this.#newestMs = nowMs < this.#newestMs - mostLagMs ? nowMs : Math.max(nowMs, this.#newestMs)
    const { bid, ask, last, volume } = quote
    return { instrumentId, source: this.#source, timeMs: this.#newestMs, bid, ask, last, volume }
  }
}
