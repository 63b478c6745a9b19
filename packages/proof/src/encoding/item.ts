import type { Direction, ContractResult, VoidReason } from '@candor/formulas'
import type { Asset } from '@candor/money'
import { setSize } from '../bytes.ts'
import { ensure } from '../errors.ts'
import { treeRoot } from '../frontier.ts'
import { hashBytes, leafHashOf, sha256 } from '../hash.ts'
import { code, i64, text, u16, u32, u64, u8 } from './field.ts'
import { structure } from './structure.ts'

/** An accepted order, as its batch seals it. Amounts are units of `asset`. */
export interface PlacedItem {
  readonly orderId: bigint
  readonly instrumentId: number
  readonly symbol: string
  readonly termsId: bigint
  readonly direction: Direction
  readonly asset: Asset
  readonly stake: bigint
  readonly fee: bigint
  readonly profit: bigint
  readonly acceptedMs: number
  readonly entrySlot: number
  readonly exitSlot: number
  readonly entryWindowSlots: number
  readonly exitWindowSlots: number
  /** The decimals of the official price. */
  readonly priceDecimals: number
  readonly tieRule: 'stake-and-fee-returned'
}

/** A settled order, as its batch seals it. */
export interface SettledItem {
  readonly orderId: bigint
  readonly result: ContractResult
  readonly voidReason: 'none' | VoidReason
  /** In units of 10^-(priceDecimals + scale); 0 where there is none. */
  readonly entryPrice: bigint
  readonly exitPrice: bigint
  readonly scale: number
  /** The slot that decided the exit price; 0 where there is none. */
  readonly settledSlot: number
  readonly net: bigint
  readonly settledMs: number
}

/** One ledger entry of a customer's account, as the batch seals it that booked it. */
export interface MovementItem {
  readonly kind: string
  /** The id of the record that caused it; −1 for none. */
  readonly ref: bigint
  /** The account's version after the entry. */
  readonly version: number
  readonly asset: Asset
  readonly dPosted: bigint
  readonly dHeld: bigint
  readonly postedAfter: bigint
  readonly heldAfter: bigint
  readonly atMs: number
}

const asset = code<Asset>({ USD: 1, USDT: 2 })

export const placedItem = structure<PlacedItem>(
  32,
  {
    orderId: i64,
    instrumentId: u16,
    symbol: text,
    termsId: i64,
    direction: code<Direction>({ up: 1, down: 2 }),
    asset,
    stake: i64,
    fee: i64,
    profit: i64,
    acceptedMs: u64,
    entrySlot: u64,
    exitSlot: u64,
    entryWindowSlots: u32,
    exitWindowSlots: u32,
    priceDecimals: u8,
    tieRule: code({ 'stake-and-fee-returned': 1 }),
  },
  ensurePlaced,
)

export const settledItem = structure<SettledItem>(
  33,
  {
    orderId: i64,
    result: code<ContractResult>({ won: 1, lost: 2, tie: 3, void: 4 }),
    voidReason: code({ none: 0, 'entry-not-open': 1, 'no-exit-price': 2, 'feed-changed': 3 }),
    entryPrice: i64,
    exitPrice: i64,
    scale: u8,
    settledSlot: u64,
    net: i64,
    settledMs: u64,
  },
  ensureSettled,
)

export const movementItem = structure<MovementItem>(34, {
  kind: text,
  ref: i64,
  version: u64,
  asset,
  dPosted: i64,
  dHeld: i64,
  postedAfter: i64,
  heldAfter: i64,
  atMs: u64,
})

/** The prices of a settled order, null where there is none. A price may be 0, so the reason tells. */
export function pricesOfSettled(item: SettledItem): { readonly entry: bigint | null; readonly exit: bigint | null } {
  return { entry: hasEntryPrice(item) ? item.entryPrice : null, exit: hasExitPrice(item) ? item.exitPrice : null }
}

/** What an item's salt is made from. */
export interface SaltInput {
  readonly customerSecret: Uint8Array
  /** The type of the item. */
  readonly type: number
  readonly id: bigint
  /** The account's version of a movement; 0 for orders. */
  readonly version: number
}

/** Secret, type, id and version. Every order has a salt: it is hashed from the same bytes each time. */
const saltInput = new Uint8Array(hashBytes + 1 + 8 + 8)
const saltView = new DataView(saltInput.buffer)

/** The salt of an item: nobody guesses the item from its hash, and the house keeps one secret a customer. */
export function itemSalt({ customerSecret, type, id, version }: SaltInput): Uint8Array {
  ensure(customerSecret.length === hashBytes, 'malformed', 'A customer secret does not have 32 bytes.')
  saltInput.set(customerSecret)
  saltView.setUint8(hashBytes, type)
  saltView.setBigInt64(hashBytes + 1, id)
  setSize(saltView, hashBytes + 9, version)
  return sha256(saltInput)
}

/** The hash of a sealed item: a leaf over salt and item. */
export function itemLeafHash(salt: Uint8Array, item: Uint8Array): Uint8Array {
  ensure(salt.length === hashBytes, 'malformed', 'A salt does not have 32 bytes.')
  return leafHashOf([salt, item])
}

/** The root over the hashes of a batch's sealed items, in their order. */
export function itemsRootOf(leafHashes: readonly Uint8Array[]): Uint8Array {
  return treeRoot(leafHashes)
}

function ensurePlaced(item: PlacedItem): void {
  const { entrySlot, exitSlot, entryWindowSlots, exitWindowSlots } = item
  const isPriced = item.stake > 0n && item.fee >= 0n && item.profit > 0n
  ensure(isPriced, 'out-of-range', 'The stake or the profit is not above zero, or the fee is below.')
  ensure(entrySlot > 0 && exitSlot > entrySlot, 'out-of-range', 'The exit slot is not after the entry slot.')
  const isSingle = entryWindowSlots === 1 && exitWindowSlots === 1
  const isAverage = entryWindowSlots > 1 && exitWindowSlots > 1
  const fits = entryWindowSlots + exitWindowSlots <= exitSlot - entrySlot
  ensure(isSingle || (isAverage && fits), 'out-of-range', 'The windows do not fit the contract.')
}

function ensureSettled(item: SettledItem): void {
  const isVoid = item.result === 'void'
  ensure(isVoid === (item.voidReason !== 'none'), 'malformed', 'Only a void order has a reason, and it always has.')
  ensure(hasEntryPrice(item) || item.entryPrice === 0n, 'malformed', 'An order without an entry price has one.')
  const hasExit = hasExitPrice(item)
  ensure(hasExit || item.exitPrice === 0n, 'malformed', 'An order without an exit price has one.')
  ensure(hasExit || item.settledSlot === 0, 'malformed', 'An order without an exit price has the slot of one.')
  ensure(item.scale <= 1, 'out-of-range', 'The scale is neither 0 nor 1.')
}

function hasEntryPrice({ voidReason }: SettledItem): boolean {
  return voidReason !== 'entry-not-open'
}

function hasExitPrice({ voidReason }: SettledItem): boolean {
  return voidReason !== 'entry-not-open' && voidReason !== 'no-exit-price'
}
