import type { InputOf, OrderView, RefusalOf, TermsView, contractBuy } from '@candor/contract'
import { parseUnits } from '@candor/money'
import type { Pool } from 'pg'
import type { Bus } from '../../platform/bus/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import { readStripes } from '../ledger/index.ts'
import type { OrderRequest } from '../ledger/index.ts'
import { AccountEvents } from './account-events.ts'
import { durationSlotsOf, orderIdOf, orderView, termsView } from './contract.ts'
import { findInstrument, listOrders, readOffers, readOrder } from './contract-store.ts'
import { OrderBatcher } from './order-batcher.ts'
import { placeAndRead, submitOrder } from './order-placing.ts'
import type { OrderAnswer } from './order-placing.ts'

type BuyInput = InputOf<typeof contractBuy>
type BuyRefusal = RefusalOf<typeof contractBuy> | 'account-disabled'

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
  buy(customerId: bigint, input: BuyInput): Promise<Result<OrderView, BuyRefusal>>
  terms(symbol: string): Promise<Result<{ symbol: string; durations: TermsView[] }, 'unknown-instrument'>>
  orders(
    customerId: bigint,
    wanted: { state: 'open' | 'closed' | null; cursor: string | null; limit: number },
  ): Promise<{ items: OrderView[]; nextCursor: string | null }>
  order(customerId: bigint, id: string): Promise<Result<OrderView, 'not-found'>>
}

/** Starts the service of contracts: reads the stripes once, and batches orders from then on. */
export async function createContractService(options: ContractServiceOptions): Promise<ContractService> {
  const { pool } = options
  const events = new AccountEvents(options)
  const instrumentOf = instrumentDirectory(pool)
  const batcher = new OrderBatcher<OrderAnswer>({
    stripes: await readStripes(pool),
    place: (batch) => placeAndRead(pool, batch),
    refuseFlood: () => ({ outcome: 'frequent-operations', opensMs: null }),
  })
  return {
    async buy(customerId, input) {
      const instrumentId = await instrumentOf(input.symbol)
      if (instrumentId === null) return refuse('unknown-instrument')
      const request = orderRequest(customerId, instrumentId, input)
      if (request === null) return refuse('terms-changed')
      const answer = await submitOrder(batcher, request)
      options.onPlaced?.(answer.outcome)
      if (answer.outcome === 'outcome-unknown') {
        options.logger.warn({ customerId: String(customerId), requestId: request.requestId }, 'the outcome of an order is unknown')
        return refuse('outcome-unknown')
      }
      if ('opensMs' in answer) return refuse(answer.outcome, answer.outcome === 'market-closed' ? { opensMs: answer.opensMs } : undefined)
      if (answer.outcome === 'accepted') events.announce([answer.order])
      return ok(orderView(answer.order))
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

/** Finds instruments by symbol. A found id is kept: ids are never reused. */
function instrumentDirectory(pool: Pool): (symbol: string) => Promise<number | null> {
  const known = new Map<string, number>()
  return async (symbol) => {
    const instrumentId = known.get(symbol) ?? (await findInstrument(pool, symbol))
    if (instrumentId !== null) known.set(symbol, instrumentId)
    return instrumentId
  }
}

/** The request as the ledger takes it, or null for a duration that no terms can be for. */
function orderRequest(customerId: bigint, instrumentId: number, input: BuyInput): OrderRequest | null {
  const durationSlots = durationSlotsOf(input.durationMs)
  if (durationSlots === null) return null
  const stakeUnits = parseUnits(input.stake)
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
