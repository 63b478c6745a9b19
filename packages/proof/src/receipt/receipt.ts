import type {
  BatchEvent,
  CellPlace,
  FrameEntry,
  FrameRecord,
  MovementItem,
  PlacedItem,
  SettledItem,
} from '../encoding/index.ts'

/** The first value of each receipt and of each acceptance in JSON. */
export const receiptFormat = 'candor-receipt/1'
export const acceptanceFormat = 'candor-acceptance/1'

/** A value with the bytes that were hashed. */
export interface Encoded<Value> {
  readonly bytes: Uint8Array
  readonly value: Value
}

/** An item of a batch, with the path to the root over all items. */
export interface SealedItem<Item> {
  readonly salt: Uint8Array
  readonly item: Encoded<Item>
  /** The position among the items. */
  readonly index: number
  readonly path: readonly Uint8Array[]
}

/** A sealed item with the entry of its batch in the log of events. */
export interface LoggedItem<Item> extends SealedItem<Item> {
  readonly batch: Encoded<BatchEvent>
  /** The index of the entry in the log. */
  readonly leaf: number
}

/** An accepted order: what its batch has in the log beyond the acceptance. */
export interface LoggedPlacing extends SealedItem<PlacedItem>, Partial<CellPlace> {
  readonly entryCount: number
  readonly batchHash: Uint8Array
  readonly leaf: number
}

/** A signed checkpoint of one shard of a log, and the proof of all its leaves in the receipt. */
export interface ShardProof {
  readonly checkpoint: string
  readonly proof: readonly Uint8Array[]
}

/** Of the log of ticks: the leaf of a slot has the index slot − firstSlot. */
export interface TickShardProof extends ShardProof {
  readonly firstSlot: number
}

/** A frame that decides, and the record of the order's instrument in it. */
export interface ReceiptFrame {
  readonly entry: Encoded<FrameEntry>
  readonly record: Encoded<FrameRecord>
  readonly path: readonly Uint8Array[]
}

/** Everything that decided an order. */
export interface ContractReceipt {
  readonly kind: 'contract'
  /** The signed note of the acceptance. */
  readonly acceptance: string
  readonly placed: LoggedPlacing
  readonly settled: LoggedItem<SettledItem>
  /** One shard, or the one of the placing and the one of the settlement. */
  readonly events: readonly ShardProof[]
  /** One shard, or two in the order of their slots. */
  readonly ticks: readonly TickShardProof[]
  /** In the order of their slots. */
  readonly frames: readonly ReceiptFrame[]
}

/** One ledger entry of a customer's account. */
export interface MovementReceipt {
  readonly kind: 'movement'
  readonly moved: LoggedItem<MovementItem>
  readonly events: readonly [ShardProof]
}

export type Receipt = ContractReceipt | MovementReceipt

/** What a customer has from the moment of the acceptance on. */
export interface AcceptanceReceipt {
  readonly acceptance: string
  readonly placed: SealedItem<PlacedItem>
}
