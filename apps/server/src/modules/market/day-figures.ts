import { dayMs } from '@candor/formulas'
import { divHalfEven } from '@candor/money'
import { joinCandles } from './candle-book.ts'
import type { Candle } from './candle-book.ts'

const bucketMs = 300_000
const hourMs = 3_600_000
const windowMs = dayMs

/** Figures of the 24 hours up to an instrument's newest price. A closed market keeps those of its last session. */
export interface DayFigures {
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
}

/** Rolls candles of five minutes over a window of 24 hours, for one instrument. */
export class DayWindow {
  /** Complete buckets and the current one, oldest first. */
  #buckets: Candle[] = []
  /** All complete buckets merged into one, so that a query is cheap. */
  #complete: Candle | null = null

  /** Adds a candle of any length up to five minutes, in order of time. */
  add(candle: Candle): void {
    const startMs = candle.startMs - (candle.startMs % bucketMs)
    const current = this.#buckets.at(-1)
    if (current !== undefined && current.startMs >= startMs) {
      this.#buckets[this.#buckets.length - 1] = joinCandles(current, candle)
      return
    }
    this.#buckets.push({ ...candle, startMs })
    this.#buckets = this.#buckets.filter((bucket) => bucket.startMs > startMs - windowMs)
    this.#complete = this.#buckets
      .slice(0, -1)
      .reduce<Candle | null>((joined, bucket) => (joined === null ? bucket : joinCandles(joined, bucket)), null)
  }

  /** The figures now, or null before the first candle. */
  figures(): DayFigures | null {
    const current = this.#buckets.at(-1)
    if (current === undefined) return null
    return this.#complete === null ? current : joinCandles(this.#complete, current)
  }

  /** The closes of each hour in the window, oldest first, the newest price last. */
  hourlyCloses(): bigint[] {
    const closes: bigint[] = []
    for (const [index, bucket] of this.#buckets.entries()) {
      const following = this.#buckets[index + 1]
      const isLastOfHour =
        following === undefined || Math.floor(following.startMs / hourMs) > Math.floor(bucket.startMs / hourMs)
      if (isLastOfHour) closes.push(bucket.close)
    }
    return closes
  }
}

/** The change from `open` to `last` in hundredths of a percent, rounded half to even; 0 when `open` is 0. */
export function changeHundredths(open: bigint, last: bigint): bigint {
  if (open === 0n) return 0n
  return divHalfEven((last - open) * 10_000n, open < 0n ? -open : open)
}

/** The window of an instrument among those of others; a new one where it has none. */
export function dayOf(days: Map<number, DayWindow>, instrumentId: number): DayWindow {
  const known = days.get(instrumentId)
  if (known !== undefined) return known
  const day = new DayWindow()
  days.set(instrumentId, day)
  return day
}
