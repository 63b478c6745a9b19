import { movementItem, placedItem, settledItem } from '@candor/proof/encoding'
import type { PlacedItem, SettledItem } from '@candor/proof/encoding'
import type { Database } from '../../platform/transaction.ts'
import { assetOf } from '../ledger/index.ts'
import { nameOf, readAcceptedOrders, readCustomerPostings, readSealedTerms, readSettledOrders } from './batch-store.ts'
import type {
  AcceptedOrderRow,
  BatchId,
  BatchOrder,
  CustomerPosting,
  SealedTerms,
  SettledOrderRow,
} from './batch-store.ts'

/** What a batch books for one customer, as its events seal it. */
export interface BatchItem {
  readonly customerId: bigint
  readonly type: number
  /** The order, or the record of a movement; −1 for none. */
  readonly id: bigint
  /** The account's version of a movement; 0 for orders. */
  readonly version: number
  /** The account of a movement; 0 for orders, which are sealed as such. */
  readonly accountId: bigint
  readonly bytes: Uint8Array
}

export const placedKind = 'contract-placed'
const settledKind = 'contract-settled'

/**
 * Reads the items of batches, by the names of those that have any. Entries of batches that place or settle are sealed
 * as their orders. Items are in their order: by type, id, version and account.
 */
export async function readBatchItems(
  pool: Database,
  batches: readonly (BatchId & { readonly kind: string })[],
): Promise<ReadonlyMap<string, readonly BatchItem[]>> {
  const ofKind = (isOf: (kind: string) => boolean) => batches.filter(({ kind }) => isOf(kind))
  const placed = await readAcceptedOrders(
    pool,
    ofKind((kind) => kind === placedKind),
  )
  const settled = await readSettledOrders(
    pool,
    ofKind((kind) => kind === settledKind),
  )
  const postings = await readCustomerPostings(
    pool,
    ofKind((kind) => kind !== placedKind && kind !== settledKind),
  )
  const terms = await readSealedTerms(pool, new Set([...placed.values()].flat().map(({ termsId }) => termsId)))
  return new Map(
    [
      ...[...placed].map(([name, orders]) => [name, orders.map((order) => placedOf(order, terms))] as const),
      ...[...settled].map(([name, orders]) => [name, orders.map(settledOf)] as const),
      ...[...Map.groupBy(postings, nameOf)].map(([name, entries]) => [name, entries.map(movementOf)] as const),
    ].map(([name, items]) => [name, inOrder(items)]),
  )
}

/** Sorts the items. An order to which several entries refer is one item. */
function inOrder(items: readonly BatchItem[]): readonly BatchItem[] {
  return items
    .toSorted(
      (a, b) => a.type - b.type || compare(a.id, b.id) || a.version - b.version || compare(a.accountId, b.accountId),
    )
    .filter(({ type, id }, index, all) => type === movementItem.type || all[index - 1]?.id !== id)
}

function orderItem({ customerId, orderId }: BatchOrder, type: number, bytes: Uint8Array): BatchItem {
  return { customerId, type, id: orderId, version: 0, accountId: 0n, bytes }
}

function placedOf(order: AcceptedOrderRow, terms: ReadonlyMap<bigint, SealedTerms>): BatchItem {
  const found = terms.get(order.termsId)
  if (found === undefined) throw new Error('an order has unknown terms')
  const item: PlacedItem = {
    orderId: order.orderId,
    instrumentId: order.instrumentId,
    symbol: found.symbol,
    termsId: order.termsId,
    direction: order.direction,
    asset: assetOf(order.asset),
    stake: order.stake,
    fee: order.fee,
    profit: order.profit,
    acceptedMs: order.acceptedMs,
    entrySlot: order.entrySlot,
    exitSlot: order.exitSlot,
    entryWindowSlots: found.entry_window_slots,
    exitWindowSlots: found.exit_window_slots,
    priceDecimals: found.price_decimals,
    tieRule: 'stake-and-fee-returned',
  }
  return orderItem(order, placedItem.type, placedItem.encode(item))
}

function settledOf(order: SettledOrderRow): BatchItem {
  const { orderId, result, voidReason, scale, net, settledMs } = order
  // What decided a void order is its reason; prices that were not needed for it are not sealed.
  const hasEntry = voidReason !== 'entry-not-open'
  const hasExit = hasEntry && voidReason !== 'no-exit-price'
  const item: SettledItem = {
    orderId,
    result,
    voidReason: voidReason ?? 'none',
    entryPrice: hasEntry ? order.entryPrice : 0n,
    exitPrice: hasExit ? order.exitPrice : 0n,
    scale,
    settledSlot: hasExit ? order.settledSlot : 0,
    net,
    settledMs,
  }
  return orderItem(order, settledItem.type, settledItem.encode(item))
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
