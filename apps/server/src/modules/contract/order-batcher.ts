import type { Asset } from '@candor/money'
import { sharedInFlight } from '../../platform/in-flight.ts'
import { BookingBatcher, LedgerHaltedError, bookInHalves } from '../ledger/index.ts'
import { isSameRequest } from './placement.ts'
import type { OrderRequest } from './placement.ts'

/** The result of placing one request: at least its outcome. */
export interface BatchAnswer {
  readonly outcome: string
}

/** A batch of one asset for one stripe. */
export interface OrderBatch {
  readonly stripe: number
  readonly requests: readonly OrderRequest[]
  readonly isLastStripe: boolean
}

export interface OrderBatcherOptions<Answer extends BatchAnswer> {
  /** Places one batch. Throws BatchRolledBackError when nothing was booked. */
  readonly place: (batch: OrderBatch) => Promise<readonly Answer[]>
  /** The result for a request rejected because too many are waiting. */
  readonly refuseFlood: () => Answer
  readonly stripes: readonly { readonly stripe: number; readonly asset: Asset }[]
  readonly maxBatch?: number
  /** Concurrent batches per asset. */
  readonly lanes?: number
  readonly worthALane?: number
  readonly maxWaiting?: number
}

/**
 * Creates a function that places orders in batches per asset. Equal requests in flight share one result; another
 * request under the same key runs afterwards, for PostgreSQL to report the conflict. A request that a stripe cannot
 * cover moves to the next stripe of its asset.
 */
export function createOrderBatcher<Answer extends BatchAnswer>(
  options: OrderBatcherOptions<Answer>,
): (request: OrderRequest) => Promise<Answer> {
  const { maxBatch = 500, lanes = 2, maxWaiting = 20_000, refuseFlood } = options
  const batcher = new BookingBatcher<Asset, OrderRequest, Answer>({
    book: stripesInTurn(options),
    keyOf: (request) => request.stake.asset,
    maxBatch,
    lanes,
    worthALane: options.worthALane ?? maxBatch / 2,
    readsInputBetween: true,
    flood: { maxWaiting, refuse: refuseFlood },
  })
  return sharedInFlight((request: OrderRequest) => batcher.submit(request), {
    keyOf: ({ customerId, requestId }) => `${customerId}:${requestId}`,
    isSame: ([running], [next]) => isSameRequest(running, next),
  })
}

/** Offers each batch to the stripes of its asset, beginning with the next stripe each time, until all are decided. */
function stripesInTurn<Answer extends BatchAnswer>({ place, stripes }: OrderBatcherOptions<Answer>) {
  const rings = new Map(
    [...Map.groupBy(stripes, ({ asset }) => asset)].map(([asset, items]) => [
      asset,
      { stripes: items.map(({ stripe }) => stripe), turn: 0 },
    ]),
  )
  return async (requests: readonly OrderRequest[], asset: Asset): Promise<PromiseSettledResult<Answer>[]> => {
    const ring = rings.get(asset)
    if (ring === undefined) throw new Error(`no stripe for ${asset}`)
    ring.turn = (ring.turn + 1) % ring.stripes.length
    const order = [...ring.stripes.slice(ring.turn), ...ring.stripes.slice(0, ring.turn)]
    const decided = new Map<OrderRequest, PromiseSettledResult<Answer>>()
    for (const stripe of order) {
      const isLastStripe = stripe === order.at(-1)
      const left = requests.filter((request) => !decided.has(request))
      if (left.length === 0) break
      const outcomes = await bookInHalves(left, (part) => place({ stripe, requests: part, isLastStripe }))
      for (const [index, outcome] of outcomes.entries()) {
        const request = left[index]
        if (request !== undefined && (isLastStripe || !movesOn(outcome))) decided.set(request, outcome)
      }
    }
    return requests.map((request) => decided.get(request) ?? undecided)
  }
}

const undecided: PromiseRejectedResult = { status: 'rejected', reason: new Error('the last stripe did not decide') }

/** Whether another stripe may decide the request. */
function movesOn(outcome: PromiseSettledResult<BatchAnswer>): boolean {
  return outcome.status === 'fulfilled'
    ? outcome.value.outcome === 'stripe-limit'
    : outcome.reason instanceof LedgerHaltedError
}
