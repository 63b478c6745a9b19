import { formatDecimal, parseDecimal } from './amount.ts'

/** A price in an instrument's own ticks: an integer with `decimals` implied digits. It may be negative (futures have been). */
export interface Price {
  readonly ticks: bigint
  readonly decimals: number
}

/** Formats a price with all of its official decimals ("4078.40"). */
export function formatPrice(price: Price): string {
  return formatDecimal(price.ticks, price.decimals)
}

/** Parses a decimal string into a price of the given decimals, or null when it has more digits than that. */
export function parsePrice(text: string, decimals: number): Price | null {
  const ticks = parseDecimal(text, decimals)
  return ticks === null ? null : { ticks, decimals }
}
