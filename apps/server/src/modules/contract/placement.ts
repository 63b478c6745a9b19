import { placementRefusals } from '@candor/api'
import type { Direction } from '@candor/formulas'
import { isSameAmount } from '@candor/money'
import type { Amount } from '@candor/money'

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
export const placingRefusals = [...placementRefusals, 'account-disabled', 'own-stake-limit', 'own-loss-limit'] as const
export type PlacingRefusal = (typeof placingRefusals)[number]

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
 * The result of placing one request. `stripe-limit`: the stripe's bankroll is too small, nothing is stored, another
 * stripe may cover it. `repeated`: the same request was accepted before.
 */
export type Placement =
  | ({ readonly outcome: 'accepted'; readonly orderId: bigint } & Acceptance)
  | { readonly outcome: 'repeated'; readonly orderId: bigint }
  | { readonly outcome: 'stripe-limit' }
  | { readonly outcome: PlacingRefusal; readonly opensMs: number | null }

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
