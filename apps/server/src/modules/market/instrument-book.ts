import { volumeDecimals } from '@candor/api'
import { parseDecimal } from '@candor/money'
import { LagMeter } from '../quote-feeds/index.ts'
import type { FeedTick } from '../quote-feeds/index.ts'
import type { Instrument } from './catalogue.ts'
import { consensus, guardDecimals, magnitude, ppmPerBps } from './consensus.ts'
import type { Consensus, StaleReason } from './consensus.ts'
import { isFailoverJump } from './failover.ts'
import type { NamedPrice } from './failover.ts'

/** The states of an instrument in a frame, and their codes. */
export const stateCodes = { closed: 0, open: 1, stale: 2 } as const
export type InstrumentState = keyof typeof stateCodes

/**
 * What becomes of a price with too few fresh sources: nothing is asked of simulated and replayed prices, live ones are
 * labelled indicative with play money and stale with real money.
 */
export type FreshnessRule = 'none' | 'labelled' | 'required'

/** The outcome of a tick. Everything but `taken` leaves the price unchanged. */
export type TickOutcome = 'taken' | 'crossed' | 'malformed' | 'late'

/** One instrument's cell of a frame. */
export interface BookPoint {
  readonly ticks: bigint
  readonly ageMs: number
  readonly state: InstrumentState
  readonly epoch: number
  readonly volumeUnits: bigint
  /** Sources left out as outliers in this slot. */
  readonly ignored: number
  readonly staleReason: StaleReason | null
  /** Open, with too few fresh sources. */
  readonly isIndicative: boolean
}

/** The start of a book: the newest stored frame of this instrument, or a price to show until the first tick. */
export interface BookStart {
  readonly ticks: bigint
  readonly epoch: number
  /** When that frame's newest source tick arrived, unix ms; -Infinity when there was none. */
  readonly tickMs: number
}

/** Where so many sources are connected, so many must be fresh. */
const mostRequiredSources = 3
const maxAgeMs = 2_147_483_647

/** A source's price with its age since the source quoted it. */
interface QuotedPrice extends NamedPrice {
  readonly quotedAgeMs: number
}

interface SourceBook {
  /** Bid + ask in guarded units, and the time of receipt. */
  doubledMid: bigint | null
  isTooWide: boolean
  midMs: number
  midLagMs: number
  doubledLast: bigint | null
  lastMs: number
  lastLagMs: number
  readonly lags: LagMeter
  /** Its connection ended: it counts only when no other source does. */
  isLost: boolean
}

/** Keeps each source's newest quote of one instrument and computes the instrument's cell of a frame. */
export class InstrumentBook {
  readonly #instrument: Instrument
  readonly #fineDecimals: number
  readonly #sources = new Map<string, SourceBook>()
  #ticks: bigint
  #epoch: number
  #tickMs: number
  #hasPrice: boolean
  #volumeUnits = 0n
  /** The sources of the last price. */
  #members: readonly string[] = []

  constructor(instrument: Instrument, start: BookStart) {
    this.#instrument = instrument
    this.#fineDecimals = instrument.priceDecimals + guardDecimals
    this.#ticks = start.ticks
    this.#epoch = start.epoch
    this.#tickMs = start.tickMs
    this.#hasPrice = start.tickMs !== -Infinity
  }

  /** Applies a tick. A crossed quote (bid above ask) is dropped whole: the source keeps its previous quote. */
  take(tick: FeedTick): TickOutcome {
    const bid = this.#parse(tick.bid)
    const ask = this.#parse(tick.ask)
    const last = this.#parse(tick.last)
    if (bid === undefined || ask === undefined || last === undefined) return 'malformed'
    if (bid !== null && ask !== null && bid > ask) return 'crossed'
    const source = this.#sourceOf(tick.source)
    source.isLost = false
    if (tick.timeMs < Math.max(source.midMs, source.lastMs)) return 'late'
    if (bid !== null && ask !== null) {
      source.doubledMid = bid + ask
      source.isTooWide = isTooWide({ bid, ask }, this.#instrument.maxSpreadBps)
      source.midMs = tick.timeMs
      source.midLagMs = tick.lagMs ?? 0
    }
    if (last !== null) {
      source.doubledLast = 2n * last
      source.lastMs = tick.timeMs
      source.lastLagMs = tick.lagMs ?? 0
    }
    if (tick.lagMs !== undefined) source.lags.add(tick.lagMs)
    this.#volumeUnits += parseVolume(tick.volume)
    return 'taken'
  }

  /** Marks a break between earlier and later ticks: forgets the sources and starts a new epoch. */
  seam(): void {
    this.#sources.clear()
    this.#members = []
    this.#epoch += 1
  }

  /** Returns to the newest stored frame after one that was not stored: steps are measured between stored frames. */
  continueFrom(ticks: bigint, epoch: number): void {
    this.#ticks = ticks
    this.#epoch = Math.max(this.#epoch, epoch)
  }

  /** A source disconnected. The remaining sources set the price; without any, the price becomes stale. */
  lost(name: string): void {
    const source = this.#sources.get(name)
    if (source !== undefined) source.isLost = true
  }

  /** The lag that 99 of 100 messages of each connected source keep; null where too few came to say. */
  lagMs(): number | null {
    const lags = [...this.#sources.values()].flatMap(({ isLost, lags: of }) => (isLost ? [] : [of.settledP99Ms()]))
    return lags.reduce((most, lagMs) => (lagMs === null ? most : Math.max(most ?? 0, lagMs)), null)
  }

  /** The cell of the frame whose slot ends at `atMs`. Resets the slot's volume. */
  point(atMs: number, isOpen: boolean, rule: FreshnessRule = 'none'): BookPoint {
    const { sources: fresh, agreed, isEnough } = this.#agreedAt(atMs, rule)
    if (isOpen && agreed.isOpen) {
      if (this.#isBreak(agreed.ticks, fresh, atMs)) this.#epoch += 1
      this.#moveTo(agreed.ticks, atMs - agreed.ageMs)
      this.#members = fresh.map((source) => source.name)
    }
    const point: BookPoint = {
      ticks: this.#ticks,
      ageMs: Math.min(maxAgeMs, Math.floor(atMs - this.#tickMs)),
      state: isOpen ? (agreed.isOpen ? 'open' : 'stale') : 'closed',
      epoch: this.#epoch,
      volumeUnits: isOpen ? this.#volumeUnits : 0n,
      ignored: agreed.ignored,
      staleReason: isOpen && !agreed.isOpen ? agreed.reason : null,
      isIndicative: isOpen && agreed.isOpen && !isEnough,
    }
    this.#volumeUnits = 0n
    return point
  }

  /**
   * The price and the sources that make it. Where enough sources are fresh, only these count; two must stand close
   * together, because their mean would lie between a price and an old one. With play money, two that do not are
   * labelled like too few.
   */
  #agreedAt(
    atMs: number,
    rule: FreshnessRule,
  ): { readonly sources: readonly NamedPrice[]; readonly agreed: Consensus; readonly isEnough: boolean } {
    const { outlierBps, agreementPpm, freshMs, minFreshSources } = this.#instrument
    const outlierPpm = outlierBps * ppmPerBps
    const known = this.#freshPrices(atMs)
    if (rule === 'none') return { sources: known, agreed: consensus(known, outlierPpm), isEnough: true }
    const fresh = known.filter(({ quotedAgeMs }) => quotedAgeMs <= freshMs)
    const connected = [...this.#sources.values()].filter(({ isLost }) => !isLost).length
    const required = Math.max(minFreshSources, Math.min(connected, mostRequiredSources))
    if (fresh.length >= required) {
      const bandPpm = fresh.length === 2 ? agreementPpm : outlierPpm
      const agreed = consensus(fresh, bandPpm)
      if (agreed.isOpen || rule === 'required') return { sources: fresh, agreed, isEnough: true }
    }
    const agreed = consensus(known, outlierPpm)
    const refused: Consensus = { isOpen: false, reason: 'few-sources', ignored: agreed.ignored }
    return { sources: known, agreed: rule === 'required' && agreed.isOpen ? refused : agreed, isEnough: false }
  }

  /** Whether a price does not continue the one before: a step, or a change of sources that moves it. */
  #isBreak(ticks: bigint, now: readonly NamedPrice[], atMs: number): boolean {
    const { outlierBps, maxStepBps } = this.#instrument
    // A larger step is a roll or a feed error, not a market move.
    if (this.#hasPrice && isStep(this.#ticks, ticks, BigInt(maxStepBps))) return true
    if (this.#members.length === now.length && now.every((source, index) => source.name === this.#members[index]))
      return false
    const former = this.#members.flatMap((name) => {
      const price = now.find((source) => source.name === name) ?? newestPrice(name, this.#sources.get(name), atMs)
      return price === null ? [] : [price]
    })
    return isFailoverJump({ former, now, ticks, outlierBps })
  }

  #moveTo(ticks: bigint, tickMs: number): void {
    this.#ticks = ticks
    this.#tickMs = tickMs
    this.#hasPrice = true
  }

  /** A source counts by its mid while its book is fresh, else by its last trade; not at all with too wide a spread. */
  #freshPrices(atMs: number): QuotedPrice[] {
    const fresh: (QuotedPrice & { readonly isLost: boolean })[] = []
    const { staleAfterMs } = this.#instrument
    for (const [name, source] of this.#sources) {
      const { isLost } = source
      const [midAgeMs, lastAgeMs] = [atMs - source.midMs, atMs - source.lastMs]
      if (source.doubledMid !== null && midAgeMs <= staleAfterMs) {
        const quotedAgeMs = midAgeMs + source.midLagMs
        if (!source.isTooWide) fresh.push({ name, isLost, doubled: source.doubledMid, ageMs: midAgeMs, quotedAgeMs })
      } else if (source.doubledLast !== null && lastAgeMs <= staleAfterMs) {
        const quotedAgeMs = lastAgeMs + source.lastLagMs
        fresh.push({ name, isLost, doubled: source.doubledLast, ageMs: lastAgeMs, quotedAgeMs })
      }
    }
    const connected = fresh.filter((source) => !source.isLost)
    return connected.length > 0 ? connected : fresh
  }

  #sourceOf(name: string): SourceBook {
    let source = this.#sources.get(name)
    if (source === undefined) {
      source = {
        doubledMid: null,
        isTooWide: false,
        midMs: -Infinity,
        midLagMs: 0,
        doubledLast: null,
        lastMs: -Infinity,
        lastLagMs: 0,
        lags: new LagMeter(),
        isLost: false,
      }
      this.#sources.set(name, source)
    }
    return source
  }

  /** An exact integer, null for a field that is not there, undefined for one that is no price. */
  #parse(text: string | null): bigint | null | undefined {
    return text === null ? null : (parseDecimal(text, this.#fineDecimals) ?? undefined)
  }
}

/** A source's newest price, however old; null before its first. */
function newestPrice(name: string, source: SourceBook | undefined, atMs: number): NamedPrice | null {
  if (source === undefined) return null
  const { doubledMid, midMs, doubledLast, lastMs } = source
  if (doubledMid !== null) return { name, doubled: doubledMid, ageMs: atMs - midMs }
  return doubledLast === null ? null : { name, doubled: doubledLast, ageMs: atMs - lastMs }
}

function isTooWide(quote: { bid: bigint; ask: bigint }, maxSpreadBps: number): boolean {
  return (quote.ask - quote.bid) * 2n * 10_000n > magnitude(quote.bid + quote.ask) * BigInt(maxSpreadBps)
}

function isStep(from: bigint, to: bigint, bps: bigint): boolean {
  return magnitude(to - from) * 10_000n > magnitude(from) * bps
}

/** A traded size in units of 10⁻⁶, truncated; 0 when missing or malformed. Sizes decide nothing. */
function parseVolume(text: string | null): bigint {
  if (text === null) return 0n
  const dot = text.indexOf('.')
  const cut = dot < 0 ? text : text.slice(0, dot + 1 + volumeDecimals)
  const units = parseDecimal(cut, volumeDecimals)
  return units !== null && units > 0n ? units : 0n
}
