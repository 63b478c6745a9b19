import { recordLength } from '@candor/api'
import type {
  AssetPerformance,
  BoughtOrder,
  ContractDay,
  InputOf,
  OrderView,
  RefusalOf,
  TermsView,
  contractBuy,
} from '@candor/api'
import { parseAmount } from '@candor/money'
import type { Bus } from '../../platform/bus/index.ts'
import { idOf } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { pageById, pageOf } from '../../platform/page.ts'
import type { Page, PageWanted } from '../../platform/page.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Result } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import type { BalancePublisher } from '../statement/index.ts'
import type { Acceptances } from '../transparency/index.ts'
import { dayViews, durationSlotsOf, orderView, termsView } from './contract.ts'
import { closedCursorOf, closedPositionOf, instantOf } from './contract-cursor.ts'
import { readDaySums, readNewestResults } from './contract-days-store.ts'
import { readPerformance } from './performance-store.ts'
import type { PerformanceWanted } from './performance-store.ts'
import { findInstrument, listClosedOrders, listOrders, readOffers, readOrder } from './contract-store.ts'
import type { ClosedFilter } from './contract-store.ts'
import { publishOrders, touchOrders } from './order-events.ts'
import { createOrderPlacing } from './order-placing.ts'
import type { OrderRequest } from './placement.ts'

type BuyInput = InputOf<typeof contractBuy>
type BuyRefusal = RefusalOf<typeof contractBuy> | 'account-disabled' | 'system-error'

export interface ContractServiceOptions {
  readonly pool: Database
  readonly bus: Bus
  readonly balances: BalancePublisher
  readonly logger: Logger
  /** Signs acceptances; without it, orders have none. */
  readonly acceptances?: Acceptances
  /** Called for each decided request. `tookMs` is the time from the parsed request to its outcome. */
  readonly onPlaced?: (placed: PlacedRequest) => void
  /** Whether this process has the time of the database. While it has not, it places nothing. */
  readonly isClockRight?: () => boolean
}

/** A decided request to buy. */
export interface PlacedRequest {
  readonly outcome: string
  readonly stakeUnits: bigint
  readonly tookMs: number
}

interface OrdersWanted extends PageWanted, ClosedFilter {
  readonly state: 'open' | 'closed' | null
}

/** Buys contracts and shows them. */
export interface ContractService {
  /** Buys for a verified customer. A repeated request returns the first result. */
  buy(customerId: bigint, input: BuyInput): Promise<Result<BoughtOrder, BuyRefusal>>
  terms(symbol: string): Promise<Result<{ symbol: string; durations: TermsView[] }, 'unknown-instrument'>>
  /** Newest first; with a filter of closed orders, the last settled first. */
  orders(customerId: bigint, wanted: OrdersWanted): Promise<Page<OrderView>>
  /** The days with settlements, newest first, with their sums. */
  days(customerId: bigint, wanted: PageWanted & { readonly utcOffsetMinutes: number }): Promise<Page<ContractDay>>
  /** The results of the newest contracts; null while there are too few to be meaningful. */
  record(customerId: bigint): Promise<{ newest: { won: number; lost: number; tie: number } | null }>
  /** What contracts came to that settled in a period, by asset. */
  performance(wanted: PerformanceWanted): Promise<{ items: AssetPerformance[] }>
  order(customerId: bigint, id: string): Promise<Result<OrderView, 'not-found'>>
}

/** Starts the service of contracts: reads the stripes once, and batches orders from then on. */
export async function createContractService(options: ContractServiceOptions): Promise<ContractService> {
  const { pool } = options
  const instrumentOf = instrumentDirectory(pool)
  const placeOrder = await createOrderPlacing(pool, options.logger, options.acceptances ?? null)
  return {
    async buy(customerId, input) {
      // Another process may have placed the order: only a refusal that decides nothing is true of every request.
      if (options.isClockRight?.() === false) return refuse('system-error')
      const instrumentId = await instrumentOf(input.symbol)
      if (instrumentId === null) return refuse('unknown-instrument')
      const request = orderRequest(customerId, instrumentId, input)
      if (request === null) return refuse('terms-changed')
      const startedMs = performance.now()
      const answer = await placeOrder(request)
      options.onPlaced?.({
        outcome: answer.outcome,
        stakeUnits: request.stake.units,
        tookMs: performance.now() - startedMs,
      })
      if (answer.outcome === 'own-stake-limit') return refuse('limit-reached', { kind: 'stake' })
      if (answer.outcome === 'own-loss-limit') return refuse('limit-reached', { kind: 'loss' })
      if ('opensMs' in answer)
        return refuse(answer.outcome, answer.outcome === 'market-closed' ? { opensMs: answer.opensMs } : undefined)
      if (!('order' in answer)) return refuse(answer.outcome)
      const view = orderView(answer.order)
      if (answer.outcome === 'accepted') {
        touchOrders(options.bus, [{ customerId, orderId: answer.order.orderId }])
        publishOrders(options, [{ customerId, view }])
      }
      return ok({ ...view, acceptance: answer.acceptance })
    },

    async terms(symbol) {
      const instrumentId = await instrumentOf(symbol)
      if (instrumentId === null) return refuse('unknown-instrument')
      return ok({ symbol, durations: (await readOffers(pool, instrumentId)).map(termsView) })
    },

    orders: (customerId, wanted) =>
      (wanted.state === 'closed' || isFiltered(wanted) ? closedOrders : newestOrders)(pool, customerId, wanted),

    days: (customerId, { utcOffsetMinutes, ...wanted }) =>
      pageOf(wanted, {
        positionOf: instantOf,
        read: async (beforeMs, limit) =>
          dayViews(await readDaySums(pool, { customerId, utcOffsetMinutes, beforeMs, limit }), utcOffsetMinutes),
        cursorOf: ({ startMs }) => String(startMs),
        viewOf: (day) => day,
      }),

    async record(customerId) {
      const results = await readNewestResults(pool, customerId, recordLength)
      const count = (result: string) => results.filter((one) => one === result).length
      return {
        newest: results.length < recordLength ? null : { won: count('won'), lost: count('lost'), tie: count('tie') },
      }
    },

    performance: async (wanted) => ({ items: await readPerformance(pool, wanted) }),

    async order(customerId, id) {
      const orderId = idOf(id)
      const order = orderId === null ? null : await readOrder(pool, customerId, orderId)
      return order === null ? refuse('not-found') : ok(orderView(order))
    },
  }
}

/** Orders by their number. */
function newestOrders(pool: Database, customerId: bigint, wanted: OrdersWanted): Promise<Page<OrderView>> {
  const state = wanted.state === 'open' ? 'open' : null
  return pageById(wanted, {
    read: (before, limit) => listOrders(pool, { customerId, state, before, limit }),
    idOf: ({ orderId }) => orderId,
    viewOf: orderView,
  })
}

const isFiltered = ({ result, symbol, fromMs, toMs }: ClosedFilter) =>
  result !== null || symbol !== undefined || fromMs !== undefined || toMs !== undefined

/** Orders by their settlement. */
async function closedOrders(pool: Database, customerId: bigint, wanted: OrdersWanted): Promise<Page<OrderView>> {
  const { state, result, symbol, fromMs, toMs } = wanted
  // An open order has not settled.
  if (state === 'open') return { items: [], nextCursor: null }
  return pageOf(wanted, {
    positionOf: closedPositionOf,
    read: (after, limit) => listClosedOrders(pool, { customerId, result, symbol, fromMs, toMs, after, limit }),
    cursorOf: closedCursorOf,
    viewOf: orderView,
  })
}

/** Finds instruments by symbol. Found ids are cached: ids are never reused. */
function instrumentDirectory(pool: Database): (symbol: string) => Promise<number | null> {
  const known = new Map<string, number>()
  return async (symbol) => {
    const instrumentId = known.get(symbol) ?? (await findInstrument(pool, symbol))
    if (instrumentId !== null) known.set(symbol, instrumentId)
    return instrumentId
  }
}

/** The request in the ledger's form, or null for a duration that no terms can have. */
function orderRequest(customerId: bigint, instrumentId: number, input: BuyInput): OrderRequest | null {
  const durationSlots = durationSlotsOf(input.durationMs)
  if (durationSlots === null) return null
  const stake = parseAmount(input.asset, input.stake)
  if (stake === null) throw new Error('a stake passed the schema and is no amount')
  return {
    customerId,
    requestId: input.requestId.toLowerCase(),
    instrumentId,
    durationSlots,
    termsId: BigInt(input.termsVersion),
    direction: input.direction,
    stake,
    seenSlot: input.seenSlot,
  }
}
