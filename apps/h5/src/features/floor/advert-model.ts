import type { AdvertView } from '@candor/contract'
import { divFloor, divHalfEven, formatDecimal, formatUnits, parseDecimal, parseUnits } from '@candor/money'

/** `low`: the end is near, and the minimum of a sale may fall away. `empty`: open, but all of it is sold for now. */
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

/** How far a unit price lies from the reference, in percent: "-0.05". Null without a reference. */
export function differencePercent(unitPrice: string, referencePrice: string | null): string | null {
  const reference = referencePrice === null ? null : parseDecimal(referencePrice, priceDecimals)
  const price = parseDecimal(unitPrice, priceDecimals)
  if (reference === null || price === null || reference <= 0n) return null
  return formatDecimal(divHalfEven((price - reference) * 10_000n, reference), 2)
}

/** What a quantity brings at a unit price, in USD: rounded down, as the ledger does. */
export function saleTotal(quantity: string, unitPrice: string): string {
  return formatUnits(divFloor(units(quantity) * priceOf(unitPrice), 10n ** BigInt(priceDecimals)))
}

/** What the same quantity brings more or less than at the reference, in USD. */
export function differenceOf(quantity: string, unitPrice: string, referencePrice: string): string {
  const product = units(quantity) * (priceOf(unitPrice) - priceOf(referencePrice))
  return formatUnits(divHalfEven(product, 10n ** BigInt(priceDecimals)))
}

/** What would be left of an advert after a sale. */
export function remainingAfter({ remaining }: Pick<AdvertView, 'remaining'>, quantity: string): string {
  return formatUnits(units(remaining) - units(quantity))
}

/**
 * The advert that took the place of one that has closed: the same desk's, of the same kind and limits. Desks that follow the market close an
 * advert and publish another one with the new price.
 */
export function successorOf(closed: AdvertView, adverts: readonly AdvertView[]): AdvertView | null {
  const found = adverts.find(
    (advert) =>
      advert.isOpen &&
      advert.id !== closed.id &&
      advert.desk.name === closed.desk.name &&
      advert.isAuto === closed.isAuto &&
      advert.minimum === closed.minimum &&
      advert.maximum === closed.maximum,
  )
  return found ?? null
}

function units(amount: string): bigint {
  return parseUnits(amount) ?? 0n
}

function priceOf(price: string): bigint {
  return parseDecimal(price, priceDecimals) ?? 0n
}
