import type { InputOf, OrderView, RefusalOf, contractBuy, TermsView } from '@candor/contract'
import { parseUnits } from '@candor/money'
import type { Pool } from 'pg'
import type { Bus } from '../../platform/bus/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { OutcomeUnknownError, placeOrders, readStripes } from '../ledger/index.ts'
import type { OrderRequest, Placement, PlacementRefusal } from '../ledger/index.ts'
import { AccountEvents } from './account-events.ts'
import { durationSlotsOf, orderIdOf, orderView, termsView } from './contract.ts'
import type { OrderRecord } from './contract.ts'
import { findInstrument, listOrders, readOffers, readOrder, readOrders } from './contract-store.ts'
import { OrderBatcher } from './order-batcher.ts'

export type BuyRefusal = RefusalOf<typeof contractBuy> | 'account-disabled'

type BuyAnswer =
  | { readonly outcome: 'accepted' | 'repeated'; readonly order: OrderRecord }
  | { readonly outcome: PlacementRefusal; readonly opensMs: number | null }
  | { readonly outcome: 'stripe-limit' }

export interface ContractServiceOptions {
  readonly pool: Pool
  readonly bus: Bus
  readonly logger: Logger
  /** Counts each decided request by its outcome. */
  readonly onPlaced?: (outcome: string) => void
}

/** Buys contracts and shows them. */
export interface ContractService {
  /** Buys for a verified customer. A repeat of a request answers the first result. */
  buy(customerId: bigint, input: InputOf<typeof contractBuy>): Promise<Result<OrderView, BuyRefusal>>
  terms(symbol: string): Promise<Result<{ symbol: string; durations: TermsView[] }, 'unknown-instrument'>>
  orders(customerId: bigint, wanted: { state: 'open' | 'closed' | null; cursor: string | null; limit: number }): Promise<{ items: OrderView[]; nextCursor: string | null }>
  order(customerId: bigint, id: string): Promise<Result<OrderView, 'not-found'>>
}

/** Starts the service of contracts: reads the stripes once, and batches orders from then on. */
export async function createContractService(options: ContractServiceOptions): Promise<ContractService> {
  const { pool } = options
  const events = new AccountEvents(options)
  const instrumentIds = new Map<string, number>()
  const batcher = new OrderBatcher<BuyAnswer>({
    stripes: await readStripes(pool),
    place: batch => placeAndRead(pool, batch),
    refuseFlood: () => ({ outcome: 'frequent-operations', opensMs: null }),
  })

  const instrumentOf = async (symbol: string): Promise<number | null> => {
    const known = instrumentIds.get(symbol)
    if (known !== undefined) return known
    const found = await findInstrument(pool, symbol)
    // Ids are never reused, so a found one stays good.
    if (found !== null) instrumentIds.set(symbol, found)
    return found
  }

  const resolve = async (customerId: bigint, input: InputOf<typeof contractBuy>): Promise<OrderRequest | 'unknown-instrument' | 'terms-changed'> => {
    const instrumentId = await instrumentOf(input.symbol)
    if (instrumentId === null) return 'unknown-instrument'
    const durationSlots = durationSlotsOf(input.durationMs)
    const stakeUnits = parseUnits(input.stake)
    if (durationSlots === null) return 'terms-changed'
    if (stakeUnits === null) throw new Error('a stake passed the schema and is no amount')
    return {
      customerId,
      requestId: input.requestId.toLowerCase(),
      asset: input.asset,
      instrumentId,
      durationSlots,
      termsId: BigInt(input.termsVersion),
      direction: input.direction,
      stakeUnits,
      seenSlot: input.seenSlot,
    }
  }

  return {
    async buy(customerId, input) {
      const request = await resolve(customerId, input)
      if (typeof request === 'string') return refuse(request)
      const answer = await submit(batcher, request)
      options.onPlaced?.(answer.outcome)
      switch (answer.outcome) {
        case 'accepted':
          events.announce([answer.order])
          return ok(orderView(answer.order))
        case 'repeated':
          return ok(orderView(answer.order))
        case 'outcome-unknown':
          options.logger.warn({ customerId: String(customerId), requestId: request.requestId }, 'the outcome of an order is unknown')
          return refuse('outcome-unknown')
        case 'stripe-limit':
          throw new Error('a stripe limit left the batcher')
        default:
          return refuse(answer.outcome, answer.outcome === 'market-closed' ? { opensMs: answer.opensMs } : undefined)
      }
    },

    async terms(symbol) {
      const instrumentId = await instrumentOf(symbol)
      if (instrumentId === null) return refuse('unknown-instrument')
      return ok({ symbol, durations: (await readOffers(pool, instrumentId)).map(termsView) })
    },

    async orders(customerId, { state, cursor, limit }) {
      const before = cursor === null ? null : orderIdOf(cursor)
      if (cursor !== null && before === null) return { items: [], nextCursor: null }
      const found = await listOrders(pool, { customerId, state, before, limit: limit + 1 })
      const items = found.slice(0, limit).map(orderView)
      return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
    },

    async order(customerId, id) {
      const orderId = orderIdOf(id)
      const order = orderId === null ? null : await readOrder(pool, customerId, orderId)
      return order === null ? refuse('not-found') : ok(orderView(order))
    },
  }
}

async function submit(batcher: OrderBatcher<BuyAnswer>, request: OrderRequest): Promise<BuyAnswer | { outcome: 'outcome-unknown' }> {
  try {
    return await batcher.submit(request)
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return { outcome: 'outcome-unknown' }
    throw error
  }
}

/** Places a batch and reads its orders. An order that cannot be read after its commit is unknown to the caller. */
async function placeAndRead(pool: Pool, batch: { stripe: number; requests: readonly OrderRequest[]; isLastStripe: boolean }): Promise<BuyAnswer[]> {
  const placements = await placeOrders(pool, batch)
  const orders = await readPlaced(pool, placements)
  return placements.map(placement => {
    if (!('orderId' in placement)) return placement
    const order = orders.get(placement.orderId)
    if (order === undefined) throw new Error(`order ${placement.orderId} was placed and cannot be found`)
    return { outcome: placement.outcome, order }
  })
}

async function readPlaced(pool: Pool, placements: readonly Placement[]): Promise<Map<bigint, OrderRecord>> {
  const orderIds = placements.flatMap(placement => ('orderId' in placement ? [placement.orderId] : []))
  try {
    return new Map((await readOrders(pool, orderIds)).map(order => [order.orderId, order]))
  } catch (error) {
    throw new OutcomeUnknownError('the orders were decided and could not be read', { cause: error })
  }
}
