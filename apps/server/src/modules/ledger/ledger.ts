import { amount, isSameAmount } from '@candor/money'
import type { Amount, Asset } from '@candor/money'
import type { Direction, ContractResult, VoidReason } from '@candor/formulas'

/** The ledger's code of an asset. */
export function assetCode(asset: Asset): number {
  return asset === 'USD' ? 1 : 2
}

/** The asset of a ledger code. Throws where the code is unknown. */
export function assetOf(code: number): Asset {
  if (code === 1) return 'USD'
  if (code === 2) return 'USDT'
  throw new Error(`unknown asset code ${code}`)
}

/** An amount from two columns: the ledger's asset code, and units. Throws where the code is unknown. */
export function amountOf(code: number, units: bigint): Amount {
  return amount(assetOf(code), units)
}

/** The house's books of an asset are split over this many stripes. `ledger.stripe_of` names a customer's. */
export const stripesPerAsset = 4

/** One request to buy a contract, resolved to ids. Its key is (customerId, requestId). */
export interface OrderRequest {
  readonly customerId: bigint
  readonly requestId: string
  readonly instrumentId: number
  readonly durationSlots: number
  readonly termsId: bigint
  readonly direction: Direction
  readonly stake: Amount
  readonly seenSlot: number
}

/** Refusals that placing decides from stored data. */
export const placementRefusals = [
  'insufficient-balance',
  'below-minimum',
  'above-maximum',
  'terms-changed',
  'market-closed',
  'market-stale',
  'house-limit',
  'price-moved',
  'frequent-operations',
  'account-disabled',
  'self-excluded',
  'own-stake-limit',
  'own-loss-limit',
  'conflict',
] as const
export type PlacementRefusal = (typeof placementRefusals)[number]

/** The values fixed when an order was accepted. */
export interface Acceptance {
  readonly acceptedMs: number
  readonly entrySlot: number
  readonly fee: Amount
  readonly profit: Amount
  /** The number of the stripe's batch that booked it. */
  readonly placedSeq: number
}

/**
 * The ledger's result for one request. `stripe-limit`: the stripe's bankroll is too small, nothing is stored, another
 * stripe may cover it. `repeated`: the same request was accepted before.
 */
export type Placement =
  | ({ readonly outcome: 'accepted'; readonly orderId: bigint } & Acceptance)
  | { readonly outcome: 'repeated'; readonly orderId: bigint }
  | { readonly outcome: 'stripe-limit' }
  | { readonly outcome: PlacementRefusal; readonly opensMs: number | null }

/** One order that a settlement closed. */
export interface SettledOrder {
  readonly orderId: bigint
  readonly customerId: bigint
  readonly result: ContractResult
  readonly voidReason: VoidReason | null
}

/** A customer's money of one asset. */
export interface Balance {
  readonly customerId: bigint
  readonly asset: Asset
  readonly available: Amount
  readonly held: Amount
  /** The part of the held amount that is for withdrawals in progress. */
  readonly withdrawing: Amount
  /** Being sold on the trading floor; part of neither the available nor the held amount. */
  readonly escrow: Amount
  /** Principal in the interest wallet; part of neither the available nor the held amount. */
  readonly term: Amount
  /** The number of bookings on the accounts of this balance: it never decreases. */
  readonly version: bigint
}

/** Whether two requests under one key are identical. */
export function isSameRequest(left: OrderRequest, right: OrderRequest): boolean {
  return (
    left.customerId === right.customerId &&
    left.requestId === right.requestId &&
    left.instrumentId === right.instrumentId &&
    left.durationSlots === right.durationSlots &&
    left.termsId === right.termsId &&
    left.direction === right.direction &&
    isSameAmount(left.stake, right.stake) &&
    left.seenSlot === right.seenSlot
  )
}
