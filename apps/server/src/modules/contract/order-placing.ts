import type { Pool } from 'pg'
import { OutcomeUnknownError, placeOrders } from '../ledger/index.ts'
import type { OrderRequest, Placement, PlacementRefusal } from '../ledger/index.ts'
import type { OrderRecord } from './contract.ts'
import { readOrders } from './contract-store.ts'
import type { OrderBatcher } from './order-batcher.ts'

/** What placing answers for one request: the stored order, or why there is none. */
export type OrderAnswer = DecidedAnswer | { readonly outcome: 'stripe-limit' }

type DecidedAnswer =
  | { readonly outcome: 'accepted' | 'repeated'; readonly order: OrderRecord }
  | { readonly outcome: PlacementRefusal; readonly opensMs: number | null }

/** Submits a request and turns an answer that was lost into an outcome of its own. */
export async function submitOrder(
  batcher: OrderBatcher<OrderAnswer>,
  request: OrderRequest,
): Promise<DecidedAnswer | { readonly outcome: 'outcome-unknown' }> {
  try {
    const answer = await batcher.submit(request)
    if (answer.outcome === 'stripe-limit') throw new Error('the last stripe did not decide')
    return answer
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return { outcome: 'outcome-unknown' }
    throw error
  }
}

/** Places a batch and reads its orders. An order that cannot be read after its commit is unknown to the caller. */
export async function placeAndRead(
  pool: Pool,
  batch: { stripe: number; requests: readonly OrderRequest[]; isLastStripe: boolean },
): Promise<OrderAnswer[]> {
  const placements = await placeOrders(pool, batch)
  const orders = await readPlaced(pool, placements)
  return placements.map((placement) => {
    if (!('orderId' in placement)) return placement
    const order = orders.get(placement.orderId)
    if (order === undefined) throw new Error(`order ${placement.orderId} was placed and cannot be found`)
    return { outcome: placement.outcome, order }
  })
}

async function readPlaced(pool: Pool, placements: readonly Placement[]): Promise<Map<bigint, OrderRecord>> {
  const orderIds = placements.flatMap((placement) => ('orderId' in placement ? [placement.orderId] : []))
  try {
    return new Map((await readOrders(pool, orderIds)).map((order) => [order.orderId, order]))
  } catch (error) {
    throw new OutcomeUnknownError('the orders were decided and could not be read', { cause: error })
  }
}
