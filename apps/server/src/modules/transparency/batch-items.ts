import { movementItem, placedItem, settledItem } from '@candor/proof/encoding'
import type { PlacedItem, SettledItem } from '@candor/proof/encoding'
import { assetOf } from '../ledger/index.ts'
import type { CustomerPosting, SealedOrder } from './events-store.ts'

/** What a batch books for one customer, as its events seal it. */
export interface BatchItem {
  readonly customerId: bigint
  readonly type: number
  /** The order, or the record of a movement; −1 for none. */
  readonly id: bigint
  /** The account's version of a movement; 0 for orders. */
  readonly version: number
  readonly accountId: bigint
  readonly bytes: Uint8Array
}

export const placedKind = 'contract-placed'
const settledKind = 'contract-settled'

/** Whether the entries of a batch are sealed as orders. */
export function isOfOrders(kind: string): boolean {
  return kind === placedKind || kind === settledKind
}

/**
 * The items of a batch in their order: by type, id, version and account. The entries of customers' accounts are those of
 * the batch; `orders` has each order that they refer to, where the batch places or settles.
 */
export function itemsOfBatch(
  kind: string,
  postings: readonly CustomerPosting[],
  orders: ReadonlyMap<bigint, SealedOrder>,
): readonly BatchItem[] {
  const items = isOfOrders(kind)
    ? [...new Set(postings.map(({ ref }) => ref))].map((ref) => orderItem(kind, ref, orders))
    : postings.map(movementOf)
  return items.toSorted(
    (a, b) => a.type - b.type || compare(a.id, b.id) || a.version - b.version || compare(a.accountId, b.accountId),
  )
}

function orderItem(kind: string, ref: bigint | null, orders: ReadonlyMap<bigint, SealedOrder>): BatchItem {
  const order = ref === null ? undefined : orders.get(ref)
  if (order === undefined) throw new Error('an entry of a batch of orders refers to no order')
  const isPlaced = kind === placedKind
  return {
    customerId: order.customer_id,
    type: isPlaced ? placedItem.type : settledItem.type,
    id: order.order_id,
    version: 0,
    accountId: order.account_id,
    bytes: isPlaced ? placedItem.encode(placedOf(order)) : settledItem.encode(settledOf(order)),
  }
}

function placedOf(order: SealedOrder): PlacedItem {
  return {
    orderId: order.order_id,
    instrumentId: order.instrument_id,
    symbol: order.symbol,
    termsId: order.terms_id,
    direction: order.direction,
    asset: assetOf(order.asset),
    stake: order.stake,
    fee: order.fee,
    profit: order.profit,
    acceptedMs: Number(order.accepted_ms),
    entrySlot: Number(order.entry_slot),
    exitSlot: Number(order.exit_slot),
    entryWindowSlots: order.entry_window_slots,
    exitWindowSlots: order.exit_window_slots,
    priceDecimals: order.price_decimals,
    tieRule: 'stake-and-fee-returned',
  }
}

function settledOf(order: SealedOrder): SettledItem {
  const { result, net, settled_ms: settledMs, void_reason: voidReason } = order
  if (result === null || net === null || settledMs === null) throw new Error('an order of a settled batch is open')
  // What decided a void order is its reason; prices that were not needed for it are not sealed.
  const hasEntry = voidReason !== 'entry-not-open'
  const hasExit = hasEntry && voidReason !== 'no-exit-price'
  return {
    orderId: order.order_id,
    result,
    voidReason: voidReason ?? 'none',
    entryPrice: hasEntry ? (order.entry_price ?? 0n) : 0n,
    exitPrice: hasExit ? (order.exit_price ?? 0n) : 0n,
    scale: order.price_scale,
    settledSlot: hasExit ? Number(order.settled_slot ?? 0n) : 0,
    net,
    settledMs: Number(settledMs),
  }
}

function movementOf(posting: CustomerPosting): BatchItem {
  const { customerId, accountId, ref, version, kind, asset, atMs, dPosted, dHeld, postedAfter, heldAfter } = posting
  const id = ref ?? -1n
  return {
    customerId,
    type: movementItem.type,
    id,
    version,
    accountId,
    bytes: movementItem.encode({
      kind,
      ref: id,
      version,
      asset: assetOf(asset),
      dPosted,
      dHeld,
      postedAfter,
      heldAfter,
      atMs,
    }),
  }
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}
