import { divHalfEven } from '@candor/money'

/**
 * Source prices are held as twice the price in units of 10^-(priceDecimals + guardDecimals). The mid of bid and ask is
 * then exact, and rounding happens once, when the official price is made.
 */
export const guardDecimals = 6
const guardScale = 10n ** BigInt(guardDecimals)

/** Bands are in millionths of the price; 100 are a basis point. */
export const ppmPerBps = 100

/** One source's price of one instrument, as bid + ask (or twice the last trade), and its age. */
export interface SourcePrice {
  readonly doubled: bigint
  readonly ageMs: number
}

export type StaleReason = 'no-source' | 'divergent' | 'few-sources'

/** The agreed price in official ticks, or why there is none. `ignored` counts excluded outliers. */
export type Consensus =
  | { readonly isOpen: true; readonly ticks: bigint; readonly ageMs: number; readonly ignored: number }
  | { readonly isOpen: false; readonly reason: StaleReason; readonly ignored: number }

/**
 * Returns the median of the given fresh sources, rounded half to even. Sources farther than `bandPpm` from the
 * median are excluded and counted. There is no price when no majority remains or when two sources differ by more than
 * the band.
 */
export function consensus(sources: readonly SourcePrice[], bandPpm: number): Consensus {
  if (sources.length === 0) return { isOpen: false, reason: 'no-source', ignored: 0 }
  if (sources.length === 2 && !areWithin(sources, bandPpm)) return { isOpen: false, reason: 'divergent', ignored: 0 }
  const centre = median(sources)
  const kept = sources.filter((source) => isWithin(source.doubled, centre, bandPpm))
  const ignored = sources.length - kept.length
  if (kept.length * 2 <= sources.length) return { isOpen: false, reason: 'divergent', ignored }
  const agreed = ignored === 0 ? centre : median(kept)
  return {
    isOpen: true,
    ticks: divHalfEven(agreed.sum, 2n * agreed.of * guardScale),
    ageMs: Math.min(...kept.map((source) => source.ageMs)),
    ignored,
  }
}

/** An exact median: the sum of the one or two middle values, and their count. */
interface Median {
  readonly sum: bigint
  readonly of: bigint
}

function median(sources: readonly SourcePrice[]): Median {
  const sorted = sources
    .map((source) => source.doubled)
    .toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0))
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0n
  return sorted.length % 2 === 1 ? { sum: upper, of: 1n } : { sum: upper + (sorted[middle - 1] ?? 0n), of: 2n }
}

function isWithin(doubled: bigint, centre: Median, ppm: number): boolean {
  return magnitude(doubled * centre.of - centre.sum) * 1_000_000n <= magnitude(centre.sum) * BigInt(ppm)
}

function areWithin(sources: readonly SourcePrice[], ppm: number): boolean {
  const [left = 0n, right = 0n] = sources.map((source) => source.doubled)
  return magnitude(left - right) * 2n * 1_000_000n <= magnitude(left + right) * BigInt(ppm)
}

/** The absolute value. */
export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
