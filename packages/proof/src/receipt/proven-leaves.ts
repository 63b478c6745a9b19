import type { WindowSlots } from '@candor/formulas'
import { missingEntry } from '../encoding/index.ts'
import { ensure } from '../errors.ts'
import { leafHash } from '../hash.ts'
import type { LeafRange } from '../tree.ts'
import type { ProvenLeaf } from './leaf-set.ts'
import type { ReceiptFrame } from './receipt.ts'

/** A shard of the log of ticks, as far as slots are assigned to it. */
interface ShardStart {
  readonly firstSlot: number
}

/**
 * The leaves of slots in each shard, ascending. A slot belongs to the last shard that has begun by then. Throws
 * `wrong-data` for shards that do not ascend, for a slot before the first, and for a shard without any of the slots.
 */
export function leafRanges(shards: readonly ShardStart[], slots: readonly WindowSlots[]): LeafRange[][] {
  const ranges = shards.map(({ firstSlot }, index) => {
    const next = shards[index + 1]?.firstSlot ?? Infinity
    ensure(firstSlot < next, 'wrong-data', 'The shards of the receipt do not ascend.')
    return slots
      .map(({ from, to }) => ({
        start: Math.max(from, firstSlot) - firstSlot,
        end: Math.min(to + 1, next) - firstSlot,
      }))
      .filter(({ start, end }) => start < end)
  })
  const isBefore = slots.some(({ from }) => from < (shards[0]?.firstSlot ?? Infinity))
  ensure(!isBefore, 'wrong-data', 'A slot of the receipt is before its first shard.')
  ensure(
    ranges.every((of) => of.length > 0),
    'wrong-data',
    'A shard of the receipt has none of its slots.',
  )
  return ranges
}

/** The leaves of one shard: the entries of the frames, and missing slots between them. */
export function tickLeaves(
  { firstSlot }: ShardStart,
  ranges: readonly LeafRange[],
  frames: readonly ReceiptFrame[],
): ProvenLeaf[] {
  const entries = new Map(frames.map(({ entry }) => [entry.value.slot, entry.bytes]))
  return ranges.flatMap(({ start, end }) =>
    Array.from({ length: end - start }, (_, at) => {
      const slot = firstSlot + start + at
      return { index: start + at, hash: leafHash(entries.get(slot) ?? missingEntry.encode({ slot })) }
    }),
  )
}
