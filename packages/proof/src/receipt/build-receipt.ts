import { utf8Bytes } from '../bytes.ts'
import { batchEvent, frameEntry, frameRecord, movementItem, placedItem, settledItem } from '../encoding/index.ts'
import type { Structure } from '../encoding/index.ts'
import { ensure } from '../errors.ts'
import type {
  AcceptanceReceipt,
  ContractReceipt,
  Encoded,
  LoggedItem,
  MovementReceipt,
  ReceiptFrame,
  SealedItem,
  ShardProof,
  TickShardProof,
} from './receipt.ts'
import { maxParsedBytes, serialiseAcceptance, serialiseReceipt } from './receipt-text.ts'
import { placeOf } from './sealed.ts'

/** A sealed item as it is stored. */
export interface SealedPart {
  readonly salt: Uint8Array
  readonly item: Uint8Array
  readonly index: number
  readonly path: readonly Uint8Array[]
}

/** A sealed item with the entry of its batch, and the entry's index in the log of events. */
export interface LoggedPart extends SealedPart {
  readonly batch: Uint8Array
  readonly leaf: number
}

/** A deciding frame: the entry, the record of the instrument, and its path to the root over all records. */
export interface FramePart {
  readonly entry: Uint8Array
  readonly record: Uint8Array
  readonly path: readonly Uint8Array[]
}

/** What makes the receipt of a contract. The proofs of shards are those of `planLeafSet`. */
export interface ContractParts {
  readonly kind: 'contract'
  readonly acceptance: string
  readonly placed: LoggedPart
  readonly settled: LoggedPart
  readonly events: readonly ShardProof[]
  readonly ticks: readonly TickShardProof[]
  readonly frames: readonly FramePart[]
}

/** What makes the receipt of a movement. */
export interface MovementParts {
  readonly kind: 'movement'
  readonly moved: LoggedPart
  readonly events: readonly [ShardProof]
}

/** The size that a receipt keeps whose prices at most four frames decide. */
export const maxReceiptBytes = 8_192
const usualFrames = 4

/**
 * The receipt as JSON. Throws a ProofError for parts that are malformed, and `too-large` for more than 8,192 bytes; for
 * more than 32,768 where more than four frames decide, as a single exit price may need, or where `mayBeLong` is set.
 */
export function buildReceipt(parts: ContractParts | MovementParts, { mayBeLong = false } = {}): string {
  const receipt = parts.kind === 'contract' ? contractOf(parts) : movementOf(parts)
  const text = serialiseReceipt(receipt)
  const isUsual = receipt.kind === 'movement' || receipt.frames.length <= usualFrames
  const maxBytes = isUsual && !mayBeLong ? maxReceiptBytes : maxParsedBytes
  ensure(utf8Bytes(text).length <= maxBytes, 'too-large', `The receipt has more than ${maxBytes} bytes.`)
  return text
}

/** An acceptance with its order as JSON. Throws a ProofError for parts that are malformed. */
export function buildAcceptance({
  acceptance,
  placed,
}: {
  readonly acceptance: string
  readonly placed: SealedPart
}): string {
  const receipt: AcceptanceReceipt = { acceptance, placed: sealedOf(placed, placedItem) }
  return serialiseAcceptance(receipt)
}

function contractOf({ placed, settled, frames, ...rest }: ContractParts): ContractReceipt {
  const { entryCount, batchHash, ...batch } = batchEvent.decode(placed.batch)
  return {
    ...rest,
    placed: { ...sealedOf(placed, placedItem), entryCount, batchHash, leaf: placed.leaf, ...placeOf(batch) },
    settled: loggedOf(settled, settledItem),
    frames: frames.map(frameOf),
  }
}

function movementOf({ moved, ...rest }: MovementParts): MovementReceipt {
  return { ...rest, moved: loggedOf(moved, movementItem) }
}

function loggedOf<Item>(part: LoggedPart, structure: Structure<Item>): LoggedItem<Item> {
  return { ...sealedOf(part, structure), batch: encoded(part.batch, batchEvent), leaf: part.leaf }
}

function sealedOf<Item>({ salt, item, index, path }: SealedPart, structure: Structure<Item>): SealedItem<Item> {
  return { salt, item: encoded(item, structure), index, path }
}

function frameOf({ entry, record, path }: FramePart): ReceiptFrame {
  return { entry: encoded(entry, frameEntry), record: encoded(record, frameRecord), path }
}

function encoded<Value>(bytes: Uint8Array, { decode }: Structure<Value>): Encoded<Value> {
  return { bytes, value: decode(bytes) }
}
