import { equalBytes, leafHash } from '@candor/proof'
import type { Database } from '../../platform/transaction.ts'
import type { Difference } from './differences-store.ts'
import type { Guard } from './guard-store.ts'
import { frameLeaf, missingLeaf } from './tick-leaf.ts'
import { readFrameBounds, readFrames, readGaps } from './ticks-store.ts'
import type { StoredFrame } from './ticks-store.ts'

/** The first leaf of a shard whose frame is still stored; infinite where none is. */
export async function firstStoredLeaf(pool: Database, { firstSlot }: Guard): Promise<number> {
  const bounds = await readFrameBounds(pool)
  return bounds === null || bounds.oldest === null ? Infinity : Math.max(0, bounds.oldest - (firstSlot ?? 0))
}

/** Encodes the stored frames and gaps of a range of leaves again, and names those that are not what is sealed. */
export async function compareFrames(
  pool: Database,
  { firstSlot }: Guard,
  { from, sealed }: { readonly from: number; readonly sealed: readonly Uint8Array[] },
): Promise<readonly Difference[]> {
  const slot = (firstSlot ?? 0) + from
  const before = slot + sealed.length
  const stored = await readFrames(pool, { from: slot, before, most: sealed.length })
  const frames = new Map((stored?.frames ?? []).map((frame) => [frame.slot, frame]))
  const gaps = frames.size < sealed.length ? await readGaps(pool, { from: slot, before }) : []
  return sealed.flatMap((hash, index) => {
    const each = slot + index
    const frame = frames.get(each)
    const isGap = gaps.some((gap) => gap.from <= each && each <= gap.to)
    const entry = frame === undefined ? (isGap ? missingLeaf(each).entry : null) : encoded(frame)
    if (entry !== null && equalBytes(leafHash(entry), hash)) return []
    const detail = frame === undefined && !isGap ? 'is gone' : 'is not the sealed one'
    return [{ leaf: from + index, detail: `the frame of slot ${each} ${detail}` }]
  })
}

/** The entry of a frame; null for one that cannot have been sealed. */
function encoded(frame: StoredFrame): Uint8Array | null {
  try {
    return frameLeaf(frame).entry
  } catch {
    return null
  }
}
