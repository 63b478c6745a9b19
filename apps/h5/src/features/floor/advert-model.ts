import type { AdvertView } from '@candor/api'
import { divFloor, divHalfEven, formatUnits, parseDecimal, parseUnits } from '@candor/money'

/** Prices are reckoned with so many decimals. */
const priceDecimals = 8

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
 * The open advert that took the place of one that has closed. Desks that follow the market close an advert and publish another one with the
 * new price; where that was replaced as well, the same desk's with the same limits.
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
