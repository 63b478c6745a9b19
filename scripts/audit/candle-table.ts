import { recordBytes } from '@candor/proof/encoding'
import { openState, priceAt, recordField } from './record-follow.ts'
import type { FrameRecords } from './record-follow.ts'

/** Open, high, low and close of each instrument in one bucket of time; NaN where it was never open. */
export interface CandleRow {
  readonly startMs: number
  /** Four numbers an instrument. */
  readonly values: Float64Array
}

const fields = 4

/** Candles of one length for all instruments, from open frames only, as the market makes them. */
export class CandleTable {
  readonly #lengthMs: number
  readonly #kept: number
  readonly #rows = new Map<number, Float64Array>()

  /** Keeps the newest `kept` buckets. */
  constructor(lengthMs: number, kept: number) {
    this.#lengthMs = lengthMs
    this.#kept = kept
  }

  add({ bytes, start, count }: FrameRecords, atMs: number): void {
    const values = this.#rowAt(atMs - (atMs % this.#lengthMs), count)
    for (let index = 0; index < count; index += 1) {
      const at = start + index * recordBytes
      if (bytes[at + recordField.state] !== openState) continue
      const price = priceAt(bytes, at)
      join(values, index, [price, price, price, price])
    }
  }

  /** Adds later candles, of this length or shorter. */
  join({ startMs, values }: CandleRow): void {
    const row = this.#rowAt(startMs - (startMs % this.#lengthMs), values.length / fields)
    for (let index = 0; index * fields < values.length; index += 1) {
      const [open = Number.NaN, high = Number.NaN, low = Number.NaN, close = Number.NaN] = values.subarray(
        index * fields,
        (index + 1) * fields,
      )
      if (!Number.isNaN(open)) join(row, index, [open, high, low, close])
    }
  }

  /** Oldest first. */
  rows(): CandleRow[] {
    return [...this.#rows].map(([startMs, values]) => ({ startMs, values }))
  }

  #rowAt(startMs: number, count: number): Float64Array {
    const found = this.#rows.get(startMs)
    if (found !== undefined && found.length >= count * fields) return found
    const values = new Float64Array(count * fields).fill(Number.NaN)
    if (found !== undefined) values.set(found)
    this.#rows.set(startMs, values)
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= this.#kept) break
      this.#rows.delete(oldest)
    }
    return values
  }
}

type Candle = readonly [open: number, high: number, low: number, close: number]

function join(values: Float64Array, index: number, [open, high, low, close]: Candle): void {
  const at = index * fields
  if (Number.isNaN(values[at] ?? Number.NaN)) values[at] = open
  values[at + 1] = larger(values[at + 1] ?? Number.NaN, high)
  values[at + 2] = -larger(-(values[at + 2] ?? Number.NaN), -low)
  values[at + 3] = close
}

function larger(one: number, other: number): number {
  return one >= other ? one : other
}
