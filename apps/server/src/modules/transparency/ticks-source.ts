import type { Database } from '../../platform/transaction.ts'
import type { LeafSource, LogLeaf, NextShard, OpenShard } from './log-leaf.ts'
import { LogStopped } from './log-stopped.ts'
import { shardEndSlot, shardOfSlot } from './shard.ts'
import { frameLeaf, missingLeaf } from './tick-leaf.ts'
import { readFrameBounds, readFrames, readGaps, readPublishedMs } from './ticks-store.ts'
import type { StoredFrame } from './ticks-store.ts'

/**
 * The leaves of the log `ticks`: one for each slot, with its frame or without. The index is the slot less the first.
 */
export function createTicksSource(pool: Database): LeafSource {
  /** The newest frame that is known to be stored, and where the shard ends that was read: slots. */
  let newest = -1
  let end = Infinity
  /** When the frames that were read and may not be signed yet were published, by their slots, oldest first. */
  let published: Pick<StoredFrame, 'slot' | 'publishedMs'>[] = []
  return {
    hasRecords: true,
    read: async (shard, from, most) => {
      const slot = firstSlotOf(shard) + from
      const stored = await readFrames(pool, { from: slot, before: slot + most, most })
      if (stored === null || stored.newest === null) return []
      newest = stored.newest
      end = shardEndSlot(shard.shard, stored.genesisMs)
      const last = published.at(-1)?.slot ?? -1
      for (const frame of stored.frames)
        if (frame.slot > last) published.push({ slot: frame.slot, publishedMs: frame.publishedMs })
      return leavesOf(pool, { shard: shard.shard, slot, before: Math.min(slot + most, newest + 1, end) }, stored.frames)
    },
    // A round has just read the shard: most need no other look at the frames.
    next: (current, size) =>
      current !== null && newest < end ? Promise.resolve(null) : nextShard(pool, current, size),
    waitingSinceMs: async (shard, size) => {
      const slot = firstSlotOf(shard) + size
      published = published.filter((frame) => frame.slot >= slot)
      const [oldest] = published
      if (oldest !== undefined) return oldest.publishedMs
      return newest !== -1 && newest < slot ? null : readPublishedMs(pool, slot)
    },
  }
}

function firstSlotOf({ shard, firstSlot }: OpenShard): number {
  if (firstSlot === null) throw new Error(`the shard ${shard} of the log of prices has no first slot`)
  return firstSlot
}

/** The leaves of a range of slots up to the newest frame: frames and gaps up to there are final. */
async function leavesOf(
  pool: Database,
  { shard, slot, before }: { readonly shard: string; readonly slot: number; readonly before: number },
  stored: readonly StoredFrame[],
): Promise<readonly LogLeaf[]> {
  if (before <= slot) return []
  const frames = stored.filter((frame) => frame.slot < before)
  const isGap = gapTest(frames.length < before - slot ? await readGaps(pool, { from: slot, before }) : [])
  const leaves: LogLeaf[] = []
  let position = 0
  for (let each = slot; each < before; each += 1) {
    const frame = frames[position]
    if (frame?.slot === each) {
      leaves.push(frameLeaf(frame))
      position += 1
    } else {
      if (!isGap(each))
        throw new LogStopped(
          `The frame of slot ${each} is no longer stored, and the log ticks/${shard} lacks it: restore the folder of the log from a backup.`,
        )
      leaves.push(missingLeaf(each))
    }
  }
  return leaves
}

/** Whether a slot lies in one of the gaps. */
function gapTest(gaps: readonly { readonly from: number; readonly to: number }[]): (slot: number) => boolean {
  return (slot) => gaps.some(({ from, to }) => from <= slot && slot <= to)
}

/**
 * The first shard begins with the oldest stored frame, each later one with its half-year, once the one before is whole.
 * Half-years without any frame have no shard.
 */
async function nextShard(pool: Database, current: OpenShard | null, size: number): Promise<NextShard | null> {
  const bounds = await readFrameBounds(pool)
  if (bounds === null || bounds.oldest === null || bounds.newest === null) return null
  const { genesisMs, oldest, newest } = bounds
  if (current === null) return { shard: shardOfSlot(oldest, genesisMs), firstSlot: oldest }
  const end = shardEndSlot(current.shard, genesisMs)
  if (newest < end || firstSlotOf(current) + size < end) return null
  const found = await readFrames(pool, { from: end, before: newest + 1, most: 1 })
  const shard = shardOfSlot(found?.frames[0]?.slot ?? newest, genesisMs)
  let firstSlot = end
  for (let passed = shardOfSlot(end, genesisMs); passed !== shard; passed = shardOfSlot(firstSlot, genesisMs))
    firstSlot = shardEndSlot(passed, genesisMs)
  return { shard, firstSlot }
}
