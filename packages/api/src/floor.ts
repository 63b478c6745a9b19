import * as z from 'zod/mini'
import { amountText, decimalText, page, recordId, requestId, timeMs } from './fields.ts'
import { bookingRefusals, customerDetail, customerList, customerOperation } from './operation.ts'
import { paymentPasswordRefusals, paymentPasswordText } from './security.ts'

/** The buyer on the trading floor: a desk of the house, or an approved merchant. */
export const deskKind = z.enum(['house', 'merchant'], 'unknown-value')

/** A desk as customers see it. */
export const deskView = z.object({ name: z.string(), kind: deskKind })

/** An offer to buy USDT. It is paid from USD held for it. */
export const advertView = z.object({
  id: z.string(),
  desk: deskView,
  /** USD for one USDT, with at most four decimals. It never changes: another price is another advert. */
  unitPrice: decimalText,
  /** Of USDT: how much it buys in all, and how much of that is left. */
  total: decimalText,
  remaining: decimalText,
  /** The smallest sale. When less than the minimum remains, all of it may be sold at once. */
  minimum: decimalText,
  maximum: decimalText,
  /** An open advert may have nothing left, and regain some from a sale that was not confirmed. */
  isOpen: z.boolean(),
  /** Confirms sales automatically and at once. */
  isAuto: z.boolean(),
  /** The merchant's time to confirm a sale; null for automatic adverts. */
  timeLimitMs: z.nullable(z.int()),
  publishedMs: timeMs,
  /** The advert that replaced it at another price; null if none did. */
  successorId: z.nullable(z.string()),
})
export type AdvertView = z.output<typeof advertView>

/** The official price of one USDT in USD, for comparison; null when there is none. */
const referencePrice = z.nullable(decimalText)

export const floorAdverts = customerOperation('floor/adverts', 'public', {
  summary: 'What desks buy USDT for: the open adverts, the best price first, then the newest of those that are closed.',
  output: z.object({ items: z.array(advertView), referencePrice }),
})

export const floorAdvert = customerOperation('floor/advert', 'public', {
  summary: 'One advert. That of a merchant who has not been approved yet is hidden, and the merchant sees why.',
  readsToken: true,
  input: z.object({ id: recordId }),
  output: z.object({ advert: advertView, referencePrice }),
  refusals: ['unknown-advert', 'application-not-approved'],
})

/** A sale is confirmed by its desk, or it lapses after the time limit and everything is as it was. */
export const saleState = z.enum(['in-progress', 'completed', 'closed'], 'unknown-value')
export type SaleState = z.output<typeof saleState>

export const saleView = z.object({
  id: z.string(),
  advertId: z.string(),
  desk: deskView,
  /** Of USDT. */
  quantity: decimalText,
  /** USD for one USDT. */
  unitPrice: decimalText,
  /** What the customer receives, in USD: quantity × unit price, rounded down. */
  total: decimalText,
  /** Confirmed automatically and at once. */
  isAuto: z.boolean(),
  state: saleState,
  createdMs: timeMs,
  /** When it lapses unless confirmed; null for automatic sales. */
  lapsesMs: z.nullable(timeMs),
  /** When it was completed or closed. */
  endedMs: z.nullable(timeMs),
})
export type SaleView = z.output<typeof saleView>

export const saleDetailView = z.extend(saleView, {
  /** The advert's remaining quantity. */
  advertRemaining: decimalText,
  isAdvertOpen: z.boolean(),
})
export type SaleDetailView = z.output<typeof saleDetailView>

/** Refusals of a sale that its booking decides. */
export const saleRefusals = [
  'unknown-advert',
  'application-not-approved',
  'transaction-closed',
  'price-changed',
  'price-outside-band',
  'market-stale',
  'wrong-amount',
  'not-enough-quantity',
  'insufficient-usdt-balance',
] as const

export const floorSell = customerOperation('floor/sell', 'verified', {
  summary:
    'Sells USDT into an advert, with the payment password. The USDT are set aside until the desk confirms, which an automatic advert does at once. `wrong-amount` tells minimum and maximum, `not-enough-quantity` tells remaining, `price-changed` asks to look again, and `price-outside-band` says that the advert waits because the official price has moved away from it.',
  input: z.object({
    requestId,
    advertId: recordId,
    quantity: amountText,
    unitPrice: amountText,
    paymentPassword: paymentPasswordText,
  }),
  output: saleDetailView,
  refusals: [...saleRefusals, ...paymentPasswordRefusals, ...bookingRefusals],
  success: 'order-placed',
})

export const floorSaleList = customerList('floor/sale_list', {
  summary: 'The sales of the customer, newest first.',
  filters: { state: z.optional(saleState) },
  output: page(saleView),
})

export const floorSaleDetail = customerDetail('floor/sale_detail', {
  summary: 'One sale of the customer.',
  output: saleDetailView,
})
