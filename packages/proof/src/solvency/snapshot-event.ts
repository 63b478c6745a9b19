import { ByteReader, ByteWriter } from '../bytes.ts'
import { ensure } from '../errors.ts'
import { hashBytes } from '../hash.ts'
import { readLiability, totalOf, writeLiability } from './liability-leaf.ts'
import type { Liability } from './liability-leaf.ts'
import { greatestDepth, leastDepth, sumBound } from './sum-tree.ts'

/** What is published of one asset's tree. */
export interface SnapshotTree {
  readonly asset: number
  /** The tree has 2^depth leaves, padding included. */
  readonly depth: number
  readonly root: Uint8Array
  /** The house's own split of the total. The tree proves the sum of the parts. */
  readonly totals: Liability
  /** What the house would pay above the stakes if every open contract won; beside the liabilities, not in them. */
  readonly openPayout: bigint
}

/** The head of one stripe's hash chain: which batches of the ledger the snapshot contains. */
export interface StripeHead {
  readonly stripe: number
  readonly seq: bigint
  readonly hash: Uint8Array
}

/** One snapshot of all liabilities, as the events log holds it: an entry of type 20. */
export interface SnapshotEvent {
  readonly snapshotId: bigint
  readonly atMs: bigint
  /** One tree an asset, in ascending order. */
  readonly trees: readonly SnapshotTree[]
  /** In ascending order. */
  readonly stripes: readonly StripeHead[]
}

const version = 1
const type = 20

export function encodeSnapshotEvent({ snapshotId, atMs, trees, stripes }: SnapshotEvent): Uint8Array {
  requireOrder(trees, stripes)
  const writer = new ByteWriter().u8(version).u8(type).u64(snapshotId).u64(atMs).u8(trees.length)
  for (const { asset, depth, root, totals, openPayout } of trees) {
    requireTree({ depth, totals, openPayout })
    writeLiability(writer.u8(asset).u8(depth), totals).u64(openPayout).bytes(requireHash(root))
  }
  writer.u16(stripes.length)
  for (const { stripe, seq, hash } of stripes) writer.u16(stripe).u64(seq).bytes(requireHash(hash))
  return writer.finish()
}

/** Parses the entry. Throws a ProofError for any other format, order or bound: each snapshot has one encoding. */
export function decodeSnapshotEvent(bytes: Uint8Array): SnapshotEvent {
  const reader = new ByteReader(bytes)
  ensure(reader.u8() === version && reader.u8() === type, 'malformed', 'The bytes are no snapshot of liabilities.')
  const snapshotId = reader.u64()
  const atMs = reader.u64()
  const trees = Array.from({ length: reader.u8() }, () => readTree(reader))
  const stripes = Array.from({ length: reader.u16() }, () => ({
    stripe: reader.u16(),
    seq: reader.u64(),
    hash: reader.bytes(hashBytes),
  }))
  reader.end()
  requireOrder(trees, stripes)
  return { snapshotId, atMs, trees, stripes }
}

function readTree(reader: ByteReader): SnapshotTree {
  const [asset, depth] = [reader.u8(), reader.u8()]
  const totals = readLiability(reader)
  const openPayout = reader.u64()
  requireTree({ depth, totals, openPayout })
  return { asset, depth, totals, openPayout, root: reader.bytes(hashBytes) }
}

function requireTree({ depth, totals, openPayout }: Pick<SnapshotTree, 'depth' | 'totals' | 'openPayout'>): void {
  totalOf(totals)
  ensure(depth >= leastDepth && depth <= greatestDepth, 'out-of-range', 'The depth of a tree is out of range.')
  ensure(openPayout >= 0n && openPayout < sumBound, 'out-of-range', 'An open payout is below zero or too large.')
}

function requireOrder(trees: readonly SnapshotTree[], stripes: readonly StripeHead[]): void {
  const ascend = (numbers: readonly number[]) =>
    numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number))
  ensure(trees.length > 0 && ascend(trees.map(({ asset }) => asset)), 'malformed', 'The assets do not ascend.')
  ensure(ascend(stripes.map(({ stripe }) => stripe)), 'malformed', 'The stripes do not ascend.')
}

function requireHash(hash: Uint8Array): Uint8Array {
  ensure(hash.length === hashBytes, 'malformed', 'A hash does not have 32 bytes.')
  return hash
}
