import * as z from 'zod/mini'
import { amountText, assetName, decimalText, page, recordId, requestId, timeMs } from './fields.ts'
import { bookingRefusals, customerDetail, customerList, customerOperation } from './operation.ts'

/** An offer of the interest wallet, in its newest version: a new one has a new id, and serves later orders only. */
export const interestProductView = z.object({
  id: z.string(),
  asset: assetName,
  durationMs: z.int(),
  /** Simple interest on days of 86,400 seconds, in millionths of the amount: 200 is 0.02 % a day. */
  dailyRatePpm: z.int(),
  min: decimalText,
  max: decimalText,
  isOpen: z.boolean(),
  /** What the house's interest money in this asset can still cover for new orders. */
  coverageLeft: decimalText,
})
export type InterestProductView = z.output<typeof interestProductView>

/** `earning` until it is paid back: at its expiry, or early on the customer's request. */
export const termState = z.enum(['earning', 'expired'], 'unknown-value')
export type TermState = z.output<typeof termState>

/** An interest order. */
export const termView = z.object({
  id: z.string(),
  productId: z.string(),
  asset: assetName,
  amount: decimalText,
  durationMs: z.int(),
  dailyRatePpm: z.int(),
  /** The interest due at expiry, rounded down and reserved by the house from the start. */
  interest: decimalText,
  state: termState,
  /** Redeemed before its expiry: the amount was returned without interest. */
  isRedeemed: z.boolean(),
  startMs: timeMs,
  expiresMs: timeMs,
  /** When the amount was returned; null while it earns. */
  endedMs: z.nullable(timeMs),
  /** The interest paid with it; null while it earns. */
  paid: z.nullable(decimalText),
})
export type TermView = z.output<typeof termView>

export const interestProducts = customerOperation('interest/products', 'public', {
  summary:
    'What the interest wallet offers, shortest first, with the money for interest that is left. Closed products are listed as such.',
  output: z.object({ items: z.array(interestProductView) }),
})

export const interestSummary = customerOperation('interest/summary', 'login', {
  summary:
    'Of each asset: what earns now, what it will have earned at its expiry, and what was paid in interest so far.',
  output: z.object({
    items: z.array(z.object({ asset: assetName, invested: decimalText, expected: decimalText, earned: decimalText })),
  }),
})

export const interestOpen = customerOperation('interest/open', 'verified', {
  summary:
    'Puts an amount into the interest wallet. Its full interest is set aside at once: a product that cannot be covered refuses. `wrong-amount` tells min and max; `transaction-closed` says that the product is closed or has a newer version.',
  input: z.object({ requestId, productId: recordId, amount: amountText }),
  output: termView,
  refusals: [
    'not-found',
    'wrong-amount',
    'insufficient-balance',
    'not-covered',
    'transaction-closed',
    'self-excluded',
    'consent-required',
    'country-not-served',
    'kyc-not-completed',
    ...bookingRefusals,
  ],
  success: 'order-placed',
})

export const interestRedeem = customerOperation('interest/redeem', 'verified', {
  summary: 'Takes an interest order out before its expiry: the amount comes back at once, without interest.',
  input: z.object({ requestId, id: recordId }),
  output: termView,
  refusals: ['not-found', 'transaction-closed', ...bookingRefusals],
  success: 'modification-successful',
})

export const interestOrderList = customerList('interest/order_list', {
  summary: 'The interest orders of the customer, newest first.',
  filters: { state: z.optional(termState) },
  output: page(termView),
})

export const interestOrderDetail = customerDetail('interest/order_detail', {
  summary: 'One interest order of the customer.',
  output: termView,
})
