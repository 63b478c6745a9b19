import { parseDecimal } from './amount.ts'

/**
 * A price in an instrument's own ticks: an integer with `decimals` implied digits. It may be negative (futures have
 * been).
 */
export interface Price {
  readonly ticks: bigint
  readonly decimals: number
}

/** Parses a decimal string into a price of the given decimals, or null when it has more digits than that. */
export function parsePrice(text: string, decimals: number): Price | null {
  const ticks = parseDecimal(text, decimals)
  return ticks === null ? null : { ticks, decimals }
}
