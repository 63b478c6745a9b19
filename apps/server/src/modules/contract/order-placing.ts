import type { Logger } from '../../platform/logger.ts'
import { currentSpan, traced } from '../../platform/tracing.ts'
import type { Span } from '../../platform/tracing.ts'
import type { Database } from '../../platform/transaction.ts'
import { OutcomeUnknownError, booked, readStripes } from '../ledger/index.ts'
import type { BookingRefusal } from '../ledger/index.ts'
import type { AcceptedOrder, Acceptances } from '../transparency/index.ts'
import type { OrderRecord, TermsLabel } from './contract.ts'
import { readOrders } from './contract-store.ts'
import { createOrderBatcher } from './order-batcher.ts'
import type { OrderBatch } from './order-batcher.ts'
import type { OrderRequest, Placement, PlacingRefusal } from './placement.ts'
import { placeOrders } from './placement-store.ts'
import { termsLabelDirectory } from './terms-labels.ts'

/** The result of placing one request: the stored order, or the reason there is none. */
export type OrderOutcome = DecidedOutcome | { readonly outcome: BookingRefusal }

type DecidedOutcome =
  | { readonly outcome: 'accepted' | 'repeated'; readonly order: OrderRecord; readonly acceptance: string | null }
  | { readonly outcome: PlacingRefusal; readonly opensMs: number | null }

/** Acceptances are signed while the next batch is placed. */
type Accepting = Promise<ReadonlyMap<bigint, string>>

type BatchAnswer =
  | Exclude<DecidedOutcome, { readonly order: OrderRecord }>
  | { readonly outcome: 'accepted' | 'repeated'; readonly order: OrderRecord; readonly accepting: Accepting }
  | { readonly outcome: 'stripe-limit' }

interface Placing {
  readonly pool: Database
  readonly logger: Logger
  readonly acceptances: Acceptances | null
  readonly labelsOf: ReturnType<typeof termsLabelDirectory>
}

/**
 * Creates a function that places orders in batches and returns each as it was stored. Reads the stripes once. A booking
 * without a result is an outcome of its own.
 */
export async function createOrderPlacing(
  pool: Database,
  logger: Logger,
  acceptances: Acceptances | null,
): Promise<(request: OrderRequest) => Promise<OrderOutcome>> {
  const placing = { pool, logger, acceptances, labelsOf: termsLabelDirectory(pool) }
  const spans = new WeakMap<OrderRequest, Span>()
  const submit = createOrderBatcher<BatchAnswer>({
    stripes: await readStripes(pool),
    place: (batch) => {
      const { stripe, requests } = batch
      const of = requests.map((request) => spans.get(request) ?? null)
      const facts = { of, attributes: { orders: requests.length, stripe } }
      return traced('batch of orders', () => placeAndRead(placing, batch), facts)
    },
    refuseFlood: () => ({ outcome: 'frequent-operations', opensMs: null }),
  })
  return async (request) => {
    const { customerId, requestId } = request
    const span = currentSpan()
    if (span !== null) spans.set(request, span)
    const answer = await booked(logger, { kind: 'contract', customerId, requestId }, () => submit(request))
    if (!answer.ok) return { outcome: answer.error }
    if (answer.value.outcome === 'stripe-limit') throw new Error('the last stripe did not decide')
    if (!('accepting' in answer.value)) return answer.value
    const { outcome, order, accepting } = answer.value
    return { outcome, order, acceptance: (await accepting).get(order.orderId) ?? null }
  }
}

/** Places a batch and returns its orders. An order that cannot be read after its commit has an unknown outcome. */
async function placeAndRead(placing: Placing, batch: OrderBatch): Promise<BatchAnswer[]> {
  const { pool, labelsOf } = placing
  const { requests } = batch
  // Read before placing: a failure here leaves nothing booked.
  const labels = await labelsOf(requests.map((request) => request.termsId))
  const placements = await placeOrders(pool, batch)
  const accepting = acceptedInBatch(placing, { batch, placements, labels })
  const answers = placements.map((placement, index) =>
    acceptedAnswer(placement, requests[index], { labels, accepting }),
  )
  const unknown = placements.filter((_, index) => answers[index] === null)
  const orders = await readPlaced(pool, unknown)
  return placements.map((placement, index) => answers[index] ?? readAnswer(placing, placement, orders))
}

/**
 * The order as just stored: its request, the values fixed at acceptance, and the label of its terms. Null when the
 * label is unknown.
 */
function acceptedAnswer(
  placement: Placement,
  request: OrderRequest | undefined,
  { labels, accepting }: { readonly labels: ReadonlyMap<bigint, TermsLabel>; readonly accepting: Accepting },
): BatchAnswer | null {
  const label = request === undefined ? undefined : labels.get(request.termsId)
  if (placement.outcome !== 'accepted' || request === undefined || label === undefined) return null
  const { outcome, orderId, acceptedMs, entrySlot, fee, profit } = placement
  const { customerId, direction, stake, durationSlots } = request
  const fixed = { orderId, acceptedMs, entrySlot, exitSlot: entrySlot + durationSlots, fee, profit }
  return {
    outcome,
    order: { ...label, customerId, direction, stake, durationSlots, ...fixed, ...openOrder },
    accepting,
  }
}

/** Signs the acceptances of a batch. An order stands without one: whatever fails here is logged only. */
async function acceptedInBatch(
  { acceptances, logger }: Placing,
  {
    batch: { stripe, requests },
    placements,
    labels,
  }: {
    readonly batch: OrderBatch
    readonly placements: readonly Placement[]
    readonly labels: ReadonlyMap<bigint, TermsLabel>
  },
): Accepting {
  const orders = placements.flatMap((placement, index) => acceptedOrders(placement, requests[index], labels))
  const [first] = placements.flatMap((placement) => (placement.outcome === 'accepted' ? [placement] : []))
  // An order whose terms have no label is read later, and its batch with it.
  const isWhole = orders.length === placements.filter(({ outcome }) => outcome === 'accepted').length
  if (acceptances === null || first === undefined || !isWhole) return new Map()
  const { placedSeq: seq, acceptedMs } = first
  return acceptances.ofBatch({ stripe, seq, acceptedMs }, orders).catch(withoutAcceptance(logger))
}

function withoutAcceptance(logger: Logger): (error: unknown) => Map<bigint, string> {
  return (error) => {
    logger.error({ err: error }, 'the acceptance of orders could not be signed: they stand without it')
    return new Map()
  }
}

function acceptedOrders(
  placement: Placement,
  request: OrderRequest | undefined,
  labels: ReadonlyMap<bigint, TermsLabel>,
): AcceptedOrder[] {
  const label = request === undefined ? undefined : labels.get(request.termsId)
  if (placement.outcome !== 'accepted' || request === undefined || label === undefined) return []
  const { orderId, acceptedMs, entrySlot, fee, profit } = placement
  const { customerId, instrumentId, termsId, direction, stake, durationSlots } = request
  const { symbol, priceDecimals, entryWindowSlots, exitWindowSlots } = label
  const amounts = { asset: stake.asset, stake: stake.units, fee: fee.units, profit: profit.units }
  const slots = { entrySlot, exitSlot: entrySlot + durationSlots, entryWindowSlots, exitWindowSlots }
  const tieRule = 'stake-and-fee-returned'
  return [
    {
      customerId,
      item: {
        orderId,
        instrumentId,
        symbol,
        termsId,
        direction,
        ...amounts,
        acceptedMs,
        ...slots,
        priceDecimals,
        tieRule,
      },
    },
  ]
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

function readAnswer(
  { acceptances, logger }: Placing,
  placement: Placement,
  orders: ReadonlyMap<bigint, OrderRecord>,
): BatchAnswer {
  if (!('orderId' in placement)) return placement
  const order = orders.get(placement.orderId)
  if (order === undefined) throw new Error(`order ${placement.orderId} was placed and cannot be found`)
  const { orderId } = placement
  const signed = acceptances?.ofOrder(orderId).then((text) => new Map(text === null ? [] : [[orderId, text] as const]))
  return {
    outcome: placement.outcome,
    order,
    accepting: signed?.catch(withoutAcceptance(logger)) ?? Promise.resolve(new Map<bigint, string>()),
  }
}

async function readPlaced(pool: Database, placements: readonly Placement[]): Promise<Map<bigint, OrderRecord>> {
  const orderIds = placements.flatMap((placement) => ('orderId' in placement ? [placement.orderId] : []))
  try {
    return new Map((await readOrders(pool, orderIds)).map((order) => [order.orderId, order]))
  } catch (error) {
    throw new OutcomeUnknownError('the orders were decided and could not be read', { cause: error })
  }
}
