import type { AdvertView } from '@candor/api'
import { divFloor, divHalfEven, formatDecimal, parseDecimal, parseUnits } from '@candor/money'

/** `low`: nearly used up, so a sale's minimum may be waived. `empty`: open, but currently sold out. */
export type AdvertFace = 'open' | 'low' | 'empty' | 'closed'

/** An advert is low from a tenth of its total on. */
const lowShare = 10n

export function faceOf(advert: Pick<AdvertView, 'isOpen' | 'remaining' | 'total' | 'minimum'>): AdvertFace {
  if (!advert.isOpen) return 'closed'
  const remaining = units(advert.remaining)
  if (remaining <= 0n) return 'empty'
  return remaining < units(advert.minimum) || remaining * lowShare < units(advert.total) ? 'low' : 'open'
}

/** How much of the advert is left, in whole percent: to draw its bar with. */
export function remainingPercent({ remaining, total }: Pick<AdvertView, 'remaining' | 'total'>): number {
  const all = units(total)
  return all <= 0n ? 0 : Number(divFloor(units(remaining) * 100n, all))
}

/** Prices are compared with so many decimals. */
const priceDecimals = 8

/** A unit price's difference from the reference, in percent: "-0.05". Null without a reference. */
export function differencePercent(unitPrice: string, referencePrice: string | null): string | null {
  const reference = referencePrice === null ? null : parseDecimal(referencePrice, priceDecimals)
  const price = parseDecimal(unitPrice, priceDecimals)
  if (reference === null || price === null || reference <= 0n) return null
  return formatDecimal(divHalfEven((price - reference) * 10_000n, reference), 2)
}

/** Whether the advert's minimum is waived because less than that remains. */
export function isMinimumWaived({ minimum, remaining }: Pick<AdvertView, 'minimum' | 'remaining'>): boolean {
  return units(remaining) < units(minimum)
}

function units(amount: string): bigint {
  return parseUnits(amount) ?? 0n
}
