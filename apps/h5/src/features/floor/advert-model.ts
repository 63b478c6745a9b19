import type { AdvertView } from '@candor/api'
import { divFloor, divHalfEven, formatUnits, parseDecimal, parseUnits } from '@candor/money'

/** Prices are reckoned with so many decimals. */
const priceDecimals = 8

/** The proceeds of a quantity at a unit price, in USD: rounded down, as the ledger does. */
export function saleTotal(quantity: string, unitPrice: string): string {
  return formatUnits(divFloor(units(quantity) * priceOf(unitPrice), 10n ** BigInt(priceDecimals)))
}

/** The difference from the same quantity's proceeds at the reference price, in USD. */
export function differenceOf(quantity: string, unitPrice: string, referencePrice: string): string {
  const product = units(quantity) * (priceOf(unitPrice) - priceOf(referencePrice))
  return formatUnits(divHalfEven(product, 10n ** BigInt(priceDecimals)))
}

/** An advert's remaining quantity after a sale. */
export function remainingAfter({ remaining }: Pick<AdvertView, 'remaining'>, quantity: string): string {
  return formatUnits(units(remaining) - units(quantity))
}

/**
 * The open advert that replaced a closed one. Merchants that follow the market close an advert and publish another at
 * the new price; if that was replaced as well, the same merchant's advert with the same limits.
 */
export function successorOf(closed: AdvertView, adverts: readonly AdvertView[]): AdvertView | null {
  if (closed.isOpen || closed.successorId === null) return null
  const open = adverts.filter(({ isOpen }) => isOpen)
  return open.find(({ id }) => id === closed.successorId) ?? open.find((advert) => isLike(advert, closed)) ?? null
}

function isLike(one: AdvertView, other: AdvertView): boolean {
  const isOfTheSame = one.desk.name === other.desk.name && one.isAuto === other.isAuto
  return isOfTheSame && one.minimum === other.minimum && one.maximum === other.maximum
}

function units(amount: string): bigint {
  return parseUnits(amount) ?? 0n
}

function priceOf(price: string): bigint {
  return parseDecimal(price, priceDecimals) ?? 0n
}
