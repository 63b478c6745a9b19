import type { AdvertView } from '@candor/api'
import { formatUnits, parseUnits } from '@candor/money'
import { amountOf } from '../../shared/forms/index.ts'

export type QuantityError = 'wrong-format' | 'below-minimum' | 'above-maximum' | 'above-remaining' | 'above-available'

/** The first obstacle to confirming a sale; the button names it. */
export type SellObstacle =
  | { readonly kind: 'closed' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'no-quantity' }
  | { readonly kind: 'quantity'; readonly error: QuantityError }

export interface SellCircumstances {
  readonly advert: AdvertView
  /** Sellable USDT; null while unknown. */
  readonly available: string | null
}

/** The obstacle to selling the entered quantity; null when the payment password can be requested. */
export function sellObstacle(text: string, { advert, available }: SellCircumstances): SellObstacle | null {
  if (!advert.isOpen) return { kind: 'closed' }
  if (units(advert.remaining) <= 0n) return { kind: 'empty' }
  if (text.trim() === '') return { kind: 'no-quantity' }
  const error = quantityError(text, { advert, available })
  return error === null ? null : { kind: 'quantity', error }
}

function quantityError(text: string, { advert, available }: SellCircumstances): QuantityError | null {
  const quantity = amountOf(text)
  if (quantity === null) return 'wrong-format'
  if (quantity < leastOf(advert) || quantity === 0n) return 'below-minimum'
  if (quantity > units(advert.maximum)) return 'above-maximum'
  if (quantity > units(advert.remaining)) return 'above-remaining'
  return available !== null && quantity > units(available) ? 'above-available' : null
}

/** The smallest sale: the advert's minimum, waived when less than that remains. */
function leastOf({ minimum, remaining }: AdvertView): bigint {
  return units(remaining) < units(minimum) ? 0n : units(minimum)
}

/**
 * The quantity of a shortcut: a share of the holding, capped at what the advert takes. A share is cut to cents of USDT.
 */
export function quantityFor(percent: 25 | 50 | 100, { advert, available }: SellCircumstances): string {
  const held = units(available ?? '0')
  const share = percent === 100 ? held : cutToCents((held * BigInt(percent)) / 100n)
  return formatUnits(
    [share, units(advert.maximum), units(advert.remaining)].reduce((least, one) => (one < least ? one : least)),
  )
}

/** The entered quantity in wire form, or null. */
export function wireQuantity(text: string): string | null {
  const quantity = amountOf(text)
  return quantity === null ? null : formatUnits(quantity)
}

function cutToCents(amount: bigint): bigint {
  return amount - (amount % 10_000n)
}

function units(amount: string): bigint {
  return parseUnits(amount) ?? 0n
}
