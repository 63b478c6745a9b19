import { ProofError } from '../errors.ts'
import { treeRoot } from '../frontier.ts'
import { leafHash } from '../hash.ts'
import { code, hash, i128, i64, u16, u32, u64, u8 } from './field.ts'
import { structure, typeOf } from './structure.ts'

/** A slot's frame, as the log of ticks holds it. */
export interface FrameEntry {
  readonly slot: number
  readonly publishedMs: number
  readonly instrumentCount: number
  /** The root over the records of all instruments. */
  readonly recordsRoot: Uint8Array
  /** The hash of the slot's raw ticks; zeros where none are known. */
  readonly ticksDigest: Uint8Array
}

/** A slot without a frame. */
export interface MissingEntry {
  readonly slot: number
}

/** One instrument in a frame. */
export interface FrameRecord {
  readonly instrumentId: number
  readonly price: bigint
  readonly ageMs: number
  readonly state: 'closed' | 'open' | 'stale'
  readonly sourceKind: number
  readonly epoch: number
  /** The sum of the prices of the open frames so far, this one included, and their count. */
  readonly priceSum: bigint
  readonly openCount: number
  /** Bit n is set where source n ticked in this slot; 0 where it is unknown. */
  readonly sources: number
}

export const frameEntry = structure<FrameEntry>(1, {
  slot: u64,
  publishedMs: u64,
  instrumentCount: u16,
  recordsRoot: hash,
  ticksDigest: hash,
})

export const missingEntry = structure<MissingEntry>(2, { slot: u64 })

export const frameRecord = structure<FrameRecord>(3, {
  instrumentId: u16,
  price: i64,
  ageMs: u32,
  state: code({ closed: 0, open: 1, stale: 2 }),
  sourceKind: u8,
  epoch: u32,
  priceSum: i128,
  openCount: u64,
  sources: u16,
})

/** The length of each record. */
export const recordBytes = 48

/** An entry of the log of ticks. */
export type TickEntry = ({ readonly kind: 'frame' } & FrameEntry) | ({ readonly kind: 'missing' } & MissingEntry)

/** Parses an entry of the log of ticks. Throws a ProofError for any other bytes. */
export function decodeTickEntry(bytes: Uint8Array): TickEntry {
  const type = typeOf(bytes)
  if (type === frameEntry.type) return { kind: 'frame', ...frameEntry.decode(bytes) }
  if (type === missingEntry.type) return { kind: 'missing', ...missingEntry.decode(bytes) }
  throw new ProofError('malformed', 'The entry is neither a frame nor a missing slot.')
}

/** The root over the encoded records of a frame, in the order of their instruments. */
export function recordsRootOf(records: readonly Uint8Array[]): Uint8Array {
  return treeRoot(records.map(leafHash))
}
