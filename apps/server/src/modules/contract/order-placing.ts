import type { Logger } from '../../platform/logger.ts'
import type { Database } from '../../platform/transaction.ts'
import { OutcomeUnknownError, booked, placeOrders, readStripes } from '../ledger/index.ts'
import type { BookingRefusal, OrderRequest, Placement, PlacementRefusal } from '../ledger/index.ts'
import type { OrderRecord, TermsLabel } from './contract.ts'
import { readOrders } from './contract-store.ts'
import { createOrderBatcher } from './order-batcher.ts'
import type { OrderBatch } from './order-batcher.ts'
import { termsLabelDirectory } from './terms-labels.ts'

/** The result of placing one request: the stored order, or the reason there is none. */
export type OrderOutcome = DecidedOutcome | { readonly outcome: BookingRefusal }

type DecidedOutcome =
  | { readonly outcome: 'accepted' | 'repeated'; readonly order: OrderRecord }
  | { readonly outcome: PlacementRefusal; readonly opensMs: number | null }

type BatchAnswer = DecidedOutcome | { readonly outcome: 'stripe-limit' }

/**
 * Creates a function that places orders in batches and returns each as it was stored. Reads the stripes once. A booking
 * without a result is an outcome of its own.
 */
export async function createOrderPlacing(
  pool: Database,
  logger: Logger,
): Promise<(request: OrderRequest) => Promise<OrderOutcome>> {
  const labelsOf = termsLabelDirectory(pool)
  const submit = createOrderBatcher<BatchAnswer>({
    stripes: await readStripes(pool),
    place: (batch) => placeAndRead(pool, labelsOf, batch),
    refuseFlood: () => ({ outcome: 'frequent-operations', opensMs: null }),
  })
  return async (request) => {
    const { customerId, requestId } = request
    const answer = await booked(logger, { kind: 'contract', customerId, requestId }, () => submit(request))
    if (!answer.ok) return { outcome: answer.error }
    if (answer.value.outcome === 'stripe-limit') throw new Error('the last stripe did not decide')
    return answer.value
  }
}

/** Places a batch and returns its orders. An order that cannot be read after its commit has an unknown outcome. */
async function placeAndRead(
  pool: Database,
  labelsOf: ReturnType<typeof termsLabelDirectory>,
  batch: OrderBatch,
): Promise<BatchAnswer[]> {
  const { requests } = batch
  // Read before placing: a failure here leaves nothing booked.
  const labels = await labelsOf(requests.map((request) => request.termsId))
  const placements = await placeOrders(pool, batch)
  const answers = placements.map((placement, index) => acceptedAnswer(placement, requests[index], labels))
  const unknown = placements.filter((_, index) => answers[index] === null)
  const orders = await readPlaced(pool, unknown)
  return placements.map((placement, index) => answers[index] ?? readAnswer(placement, orders))
}

/**
 * The order as just stored: its request, the values fixed at acceptance, and the label of its terms. Null when the
 * label is unknown.
 */
function acceptedAnswer(
  placement: Placement,
  request: OrderRequest | undefined,
  labels: ReadonlyMap<bigint, TermsLabel>,
): BatchAnswer | null {
  const label = request === undefined ? undefined : labels.get(request.termsId)
  if (placement.outcome !== 'accepted' || request === undefined || label === undefined) return null
  const { outcome, orderId, acceptedMs, entrySlot, fee, profit } = placement
  const { customerId, direction, stake, durationSlots } = request
  const fixed = { orderId, acceptedMs, entrySlot, exitSlot: entrySlot + durationSlots, fee, profit }
  return {
    outcome,
    order: { ...label, customerId, direction, stake, durationSlots, ...fixed, ...openOrder },
  }
}

/** An order is accepted before the first frame of its entry: it has no price yet, and so no scale. */
const openOrder = {
  state: 'open',
  result: null,
  voidReason: null,
  entryPrice: null,
  exitPrice: null,
  priceScale: 0,
  settledSlot: null,
  net: null,
  settledMs: null,
} as const

function readAnswer(placement: Placement, orders: ReadonlyMap<bigint, OrderRecord>): BatchAnswer {
  if (!('orderId' in placement)) return placement
  const order = orders.get(placement.orderId)
  if (order === undefined) throw new Error(`order ${placement.orderId} was placed and cannot be found`)
  return { outcome: placement.outcome, order }
}

async function readPlaced(pool: Database, placements: readonly Placement[]): Promise<Map<bigint, OrderRecord>> {
  const orderIds = placements.flatMap((placement) => ('orderId' in placement ? [placement.orderId] : []))
  try {
    return new Map((await readOrders(pool, orderIds)).map((order) => [order.orderId, order]))
  } catch (error) {
    throw new OutcomeUnknownError('the orders were decided and could not be read', { cause: error })
  }
}
