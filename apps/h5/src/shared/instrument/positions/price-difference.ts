import { formatDecimal, parseDecimal } from '@candor/money'

export interface PriceDifference {
  readonly direction: 'above' | 'below' | 'equal'
  /** The distance without a sign, with the decimals of the finer price. */
  readonly distance: string
  /** The distance with its sign, in units of the finer price's last decimal. */
  readonly signedTicks: bigint
}

/** The exact difference between `price` and `entry`. Both are decimal strings; null when one is not. */
export function priceDifference(entry: string, price: string): PriceDifference | null {
  const decimals = Math.max(decimalsOf(entry), decimalsOf(price))
  const from = parseDecimal(entry, decimals)
  const to = parseDecimal(price, decimals)
  if (from === null || to === null) return null
  const signedTicks = to - from
  const direction = signedTicks > 0n ? 'above' : signedTicks < 0n ? 'below' : 'equal'
  return { direction, distance: formatDecimal(signedTicks < 0n ? -signedTicks : signedTicks, decimals), signedTicks }
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}
