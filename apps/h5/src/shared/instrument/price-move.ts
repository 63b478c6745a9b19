import { parseDecimal } from '@candor/money'

/** More decimals than any listed price has. */
const comparedDecimals = 12

/** The direction from one price to the next; null when they are equal or one is unreadable. */
export function priceMove(before: string, after: string): 'up' | 'down' | null {
  if (before === after) return null
  const from = parseDecimal(before, comparedDecimals)
  const to = parseDecimal(after, comparedDecimals)
  if (from === null || to === null || from === to) return null
  return to > from ? 'up' : 'down'
}
