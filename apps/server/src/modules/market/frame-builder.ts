import { slotEndMs } from '@candor/formulas'
import type { Frame } from '../../platform/bus/index.ts'
import type { FeedSession, FeedSink, FeedTick, PriceKind, SourceKind } from '../quote-feeds/index.ts'
import { priceKinds, sourceKindOf } from '../quote-feeds/index.ts'
import type { Instrument } from './catalogue.ts'
import type { MeasuredLag } from './entry-delay.ts'
import { InstrumentBook, stateCodes } from './instrument-book.ts'
import type { BookPoint, FreshnessRule, TickOutcome } from './instrument-book.ts'

/** The builder's counters since the last call of `takeCounts`. */
export interface FeedCounts {
  /**
   * Ticks by source and outcome, keyed "source outcome". Excluded outliers count as "consensus outlier", missing
   * agreement as "consensus divergent".
   */
  readonly ticks: ReadonlyMap<string, number>
}

/** The origin of prices, as the builder sees it. */
export interface FrameSource {
  kindOf(instrumentId: number): SourceKind
  session(instrumentId: number, atMs: number): FeedSession
}

/**
 * The state before the first frame: the newest stored frame, or the prices to show until the first tick (official
 * ticks).
 */
export interface FrameBuilderOptions {
  readonly genesisMs: number
  readonly instruments: readonly Instrument[]
  readonly source: FrameSource
  readonly last: Frame | null
  readonly openingTicks: (instrument: Instrument) => bigint
  /** With real money, a live price with too few fresh sources is stale; otherwise it is labelled. */
  readonly hasRealMoney?: boolean
}

/**
 * Builds exactly one frame per slot from the ticks before the slot's end. Uses no clock and no I/O: the same ticks give
 * the same frames.
 */
export class FrameBuilder implements FeedSink {
  readonly #source: FrameSource
  readonly #genesisMs: number
  readonly #books: ReadonlyMap<number, InstrumentBook>
  readonly #blank: Blank
  readonly #liveRule: FreshnessRule
  #counts = new Map<string, number>()

  constructor(options: FrameBuilderOptions) {
    this.#source = options.source
    this.#genesisMs = options.genesisMs
    this.#liveRule = options.hasRealMoney === true ? 'required' : 'labelled'
    this.#books = new Map(options.instruments.map((instrument) => [instrument.id, startBook(instrument, options)]))
    const length = Math.max(0, ...this.#books.keys())
    this.#blank = { numbers: Array.from({ length }, () => 0), units: Array.from({ length }, () => 0n) }
  }

  tick(tick: FeedTick): void {
    const outcome: TickOutcome | undefined = this.#books.get(tick.instrumentId)?.take(tick)
    this.#count(`${tick.source} ${outcome ?? 'unknown'}`, 1)
  }

  seam(instrumentId: number): void {
    this.#books.get(instrumentId)?.seam()
  }

  lost(source: string): void {
    for (const book of this.#books.values()) book.lost(source)
  }

  /** The frame of `slot`, from the ticks taken so far: call it once a slot, after every tick before the slot's end. */
  build(slot: number): Frame {
    const atMs = slotEndMs(slot, this.#genesisMs)
    const frame = emptyFrame(slot, this.#blank)
    for (const [id, book] of this.#books) {
      // A slot belongs to a session when its last millisecond does.
      const kind = this.#source.kindOf(id)
      const rule = kind === 'live' ? this.#liveRule : 'none'
      const point = book.point(atMs, this.#source.session(id, atMs - 1).isOpen, rule)
      this.#count('consensus outlier', point.ignored)
      if (point.staleReason === 'divergent') this.#count('consensus divergent', 1)
      setPoint(frame, id, { point, kind: point.isIndicative ? 'indicative' : kind })
    }
    return frame
  }

  /** The lag of each instrument's live sources; 0 where its prices are not live. */
  lagsMs(): MeasuredLag[] {
    return [...this.#books].map(([instrumentId, book]) => ({
      instrumentId,
      lagMs: this.#source.kindOf(instrumentId) === 'live' ? book.lagMs() : 0,
    }))
  }

  /** Continues from the newest stored frame after a built frame that was not stored. */
  continueFrom(last: Frame): void {
    for (const [id, book] of this.#books) {
      const ticks = last.prices[id - 1]
      const epoch = last.epochs[id - 1]
      if (ticks !== undefined && epoch !== undefined) book.continueFrom(ticks, epoch)
    }
  }

  /** Returns and resets the counters. */
  takeCounts(): FeedCounts {
    const ticks = this.#counts
    this.#counts = new Map()
    return { ticks }
  }

  #count(key: string, by: number): void {
    if (by > 0) this.#counts.set(key, (this.#counts.get(key) ?? 0) + by)
  }
}

interface MutableFrame {
  slot: number
  prices: bigint[]
  agesMs: number[]
  states: number[]
  epochs: number[]
  sourceKinds: number[]
  volumes: bigint[]
}

/** Rows of zeros, made once: copying them is much faster than filling new ones. */
interface Blank {
  readonly numbers: readonly number[]
  readonly units: readonly bigint[]
}

function emptyFrame(slot: number, blank: Blank): MutableFrame {
  return {
    slot,
    prices: blank.units.slice(),
    agesMs: blank.numbers.slice(),
    states: blank.numbers.slice(),
    epochs: blank.numbers.slice(),
    sourceKinds: blank.numbers.slice(),
    volumes: blank.units.slice(),
  }
}

function setPoint(frame: MutableFrame, id: number, cell: { point: BookPoint; kind: PriceKind }): void {
  const index = id - 1
  frame.prices[index] = cell.point.ticks
  frame.agesMs[index] = cell.point.ageMs
  frame.states[index] = stateCodes[cell.point.state]
  frame.epochs[index] = cell.point.epoch
  frame.sourceKinds[index] = priceKinds.indexOf(cell.kind)
  frame.volumes[index] = cell.point.volumeUnits
}

/**
 * Continues from the last stored frame. A simulation or a live market continues in the same epoch. A replay, or a
 * different kind of source, starts a new epoch, so that no contract spans the change.
 */
function startBook(instrument: Instrument, options: FrameBuilderOptions): InstrumentBook {
  const { last } = options
  const index = instrument.id - 1
  const ticks = last?.prices[index]
  const epoch = last?.epochs[index]
  if (last === null || ticks === undefined || epoch === undefined || epoch === 0) {
    return new InstrumentBook(instrument, { ticks: options.openingTicks(instrument), epoch: 1, tickMs: -Infinity })
  }
  const kind = options.source.kindOf(instrument.id)
  const continues = kind !== 'replay' && sourceKindOf(last.sourceKinds[index] ?? 0) === kind
  return new InstrumentBook(instrument, {
    ticks,
    epoch: continues ? epoch : epoch + 1,
    tickMs: slotEndMs(last.slot, options.genesisMs) - (last.agesMs[index] ?? 0),
  })
}
