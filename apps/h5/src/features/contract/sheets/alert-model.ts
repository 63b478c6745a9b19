import type { AlertView } from '@candor/api'
import { divHalfEven, formatDecimal, parseDecimal } from '@candor/money'

/**
 * The ticks of a typed price above zero, or null. A comma counts as the decimal point, because many keypads have it.
 */
export function alertTicks(text: string, decimals: number): bigint | null {
  const ticks = parseDecimal(text.trim().replace(',', '.'), decimals)
  return ticks === null || ticks <= 0n || ticks >= 10n ** BigInt(12 + decimals) ? null : ticks
}

/** The shift of a new alert before the customer changes it, in thousandths. */
export const firstShift = 5

/** A price moved by thousandths of itself. */
export function shiftedTicks(ticks: bigint, permille: number): bigint {
  return divHalfEven(ticks * BigInt(1_000 + permille), 1_000n)
}

/** What one press of less or more moves a price by: the power of ten next below a thousandth of it, at least a tick. */
export function alertStep(ticks: bigint): bigint {
  const digits = (ticks / 1_000n).toString().length
  return 10n ** BigInt(digits - 1)
}

/** The next multiple of a price's step below or above it; it stays above zero. */
export function steppedTicks(ticks: bigint, direction: 'less' | 'more'): bigint {
  const step = alertStep(ticks)
  const below = (ticks / step) * step
  if (direction === 'more') return below + step
  const next = below < ticks ? below : below - step
  return next > 0n ? next : ticks
}

/** How a price lies to the current one; null where they are equal, because nothing is to be waited for. */
export function alertDirection(ticks: bigint, currentTicks: bigint): AlertView['direction'] | null {
  if (ticks === currentTicks) return null
  return ticks > currentTicks ? 'above' : 'below'
}

/** How far a price is from the current one, in percent with two decimals and without a sign. */
export function distancePercent(ticks: bigint, currentTicks: bigint): string {
  const distance = ticks > currentTicks ? ticks - currentTicks : currentTicks - ticks
  return formatDecimal(divHalfEven(distance * 10_000n, currentTicks), 2)
}
