import type { DeskCase, OutputOf, SaleCase, operatorAdvertBand } from '@candor/api/operator'
import { divCeil, formatUnits, parseDecimal, parseUnits } from '@candor/money'
import { csvTime } from '../../shared/device/index.ts'
import { hasReason } from '../../shared/approval/proposal-model.ts'

/** Whether a sale matches the search text: its number, the account, the merchant, or the quantity. */
export function matchesSale(
  { id, account, desk: merchant, quantity }: Pick<SaleCase, 'id' | 'account' | 'desk' | 'quantity'>,
  search: string,
): boolean {
  const wanted = search.trim().toLocaleLowerCase()
  const digits = wanted.replaceAll(' ', '')
  return (
    wanted === '' ||
    id === digits ||
    account.replaceAll(' ', '').includes(digits) ||
    quantity.startsWith(digits) ||
    merchant.name.toLocaleLowerCase().includes(wanted)
  )
}

/** A sale's line of CSV: times are UTC, amounts as the server wrote them. */
export function saleRecord(sale: SaleCase) {
  const { id, account, desk: merchant, advertId, quantity, unitPrice, total, state, confirmedBy } = sale
  return {
    id,
    account,
    merchant: merchant.name,
    advert: advertId,
    quantity_usdt: quantity,
    unit_price_usd: unitPrice,
    total_usd: total,
    state,
    asked_utc: csvTime(sale.createdMs),
    lapses_utc: csvTime(sale.lapsesMs),
    ended_utc: csvTime(sale.endedMs),
    operators: confirmedBy?.name ?? null,
  }
}

/** An advert as it is typed. */
export interface AdvertForm {
  readonly isAuto: boolean
  readonly unitPrice: string
  readonly total: string
  readonly minimum: string
  readonly maximum: string
  /** Why a second operator should publish it; for prices outside the band. */
  readonly note: string
}

export const emptyAdvert: AdvertForm = { isAuto: false, unitPrice: '', total: '', minimum: '', maximum: '', note: '' }

/** USD for one USDT have at most so many decimals. */
const priceDecimals = 4

export type AdvertFault = 'price' | 'total' | 'limits' | 'above-bid' | 'note'

/** The prices that an advert is judged by. */
export interface PriceGround {
  readonly bid: string | null
  readonly band: OutputOf<typeof operatorAdvertBand> | null
}

/** The error of an advert before it is sent; the ledger checks it again. */
export function advertError(form: AdvertForm, { bid, band }: PriceGround): AdvertFault | null {
  const price = parseDecimal(form.unitPrice, priceDecimals)
  if (price === null || price <= 0n) return 'price'
  const [total, minimum, maximum] = [parseUnits(form.total), parseUnits(form.minimum), parseUnits(form.maximum)]
  if (total === null || total <= 0n) return 'total'
  if (minimum === null || maximum === null || minimum <= 0n || maximum < minimum || maximum > total) return 'limits'
  const paid = bid === null ? null : parseUnits(bid)
  if (form.isAuto && paid !== null && (parseUnits(form.unitPrice) ?? 0n) > paid) return 'above-bid'
  return isOutsideBand(form, band) && !hasReason(form.note) ? 'note' : null
}

/** Whether two operators have to publish an advert: its price is outside the band of the official one. */
export function isOutsideBand({ unitPrice }: Pick<AdvertForm, 'unitPrice'>, band: PriceGround['band']): boolean {
  const price = parseUnits(unitPrice)
  const official = band === null || band.officialPrice === null ? null : parseUnits(band.officialPrice)
  if (price === null || official === null || band === null) return false
  const distance = price > official ? price - official : official - price
  return distance * 10_000n > official * BigInt(band.bandBps)
}

/** The merchant's USD held by an advert: all of it at its price, rounded up. Null until both are typed. */
export function advertCost({ unitPrice, total }: Pick<AdvertForm, 'unitPrice' | 'total'>): string | null {
  const [price, quantity] = [parseUnits(unitPrice), parseUnits(total)]
  if (price === null || quantity === null || price <= 0n || quantity <= 0n) return null
  return formatUnits(divCeil(price * quantity, 1_000_000n))
}

/** What is missing before a merchant can be added. */
export function merchantError({
  name,
  kind,
  account,
}: {
  name: string
  kind: DeskCase['kind']
  account: string
}): 'name' | 'account' | null {
  if (kind === 'merchant' && account.trim() === '') return 'account'
  return name.trim().length < 2 ? 'name' : null
}
