import { slotStartMs } from '@candor/formulas'
import type { Frame } from '../../platform/bus/index.ts'
import { stateCodes } from './instrument-book.ts'

/** A candle in official ticks; volume in units of 10⁻⁶. It starts at a whole multiple of its length (UTC). */
export interface Candle {
  readonly startMs: number
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

/** The candles of one interval that ended together, by instrument id. */
export interface FinishedCandles {
  readonly startMs: number
  readonly candles: ReadonlyMap<number, Candle>
}

/** A frame as candles need it. */
export type CandleFrame = Pick<Frame, 'slot' | 'prices' | 'states' | 'volumes'>

/** Joins two candles of the same bucket, the earlier one first. */
export function joinCandles(earlier: Candle, later: Candle): Candle {
  return {
    startMs: earlier.startMs,
    open: earlier.open,
    high: later.high > earlier.high ? later.high : earlier.high,
    low: later.low < earlier.low ? later.low : earlier.low,
    close: later.close,
    volume: earlier.volume + later.volume,
  }
}

/** The prices of the open instruments of a frame, by instrument id, each as a candle that starts at `startMs`. */
export function* candlesOf({ prices, states, volumes }: CandleFrame, startMs: number): Generator<[number, Candle]> {
  for (const [index, state] of states.entries()) {
    const price = prices[index]
    if (state !== stateCodes.open || price === undefined) continue
    const candle = { startMs, open: price, high: price, low: price, close: price, volume: volumes[index] ?? 0n }
    yield [index + 1, candle]
  }
}

/**
 * Builds the candles of all instruments for one interval, from open frames only: a stale or closed price draws nothing.
 */
export class CandleBook {
  readonly #intervalMs: number
  readonly #genesisMs: number
  #startMs: number | null = null
  #current = new Map<number, Candle>()
  #previous = new Map<number, Candle>()

  constructor(options: { intervalMs: number; genesisMs: number }) {
    this.#intervalMs = options.intervalMs
    this.#genesisMs = options.genesisMs
  }

  /** Sets the unfinished candles of the bucket that starts at `startMs`, before any frame is added. */
  resume(startMs: number, candles: ReadonlyMap<number, Candle>): void {
    this.#startMs = startMs
    this.#current = new Map(candles)
  }

  /** Adds a frame; frames come in order. Returns the candles that it finished, or null. */
  add(frame: CandleFrame): FinishedCandles | null {
    const atMs = slotStartMs(frame.slot, this.#genesisMs)
    const startMs = atMs - (atMs % this.#intervalMs)
    const finished = this.#turnTo(startMs)
    for (const [id, candle] of candlesOf(frame, startMs)) {
      const begun = this.#current.get(id)
      this.#current.set(id, begun === undefined ? candle : joinCandles(begun, candle))
    }
    return finished
  }

  /** The newest candles of an instrument, oldest first: the one before and the unfinished one. */
  newest(instrumentId: number): Candle[] {
    return [this.#previous.get(instrumentId), this.#current.get(instrumentId)].filter((candle) => candle !== undefined)
  }

  #turnTo(startMs: number): FinishedCandles | null {
    if (startMs === this.#startMs) return null
    const finished = this.#startMs === null ? null : { startMs: this.#startMs, candles: this.#current }
    for (const [id, candle] of this.#current) this.#previous.set(id, candle)
    this.#current = new Map()
    this.#startMs = startMs
    return finished
  }
}
