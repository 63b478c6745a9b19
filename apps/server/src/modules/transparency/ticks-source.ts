import type { Database } from '../../platform/transaction.ts'
import type { LeafSource, LogLeaf, NextShard, OpenShard } from './log-leaf.ts'
import { LogStopped } from './log-stopped.ts'
import { shardEndSlot, shardOfSlot } from './shard.ts'
import { frameLeaf, missingLeaf } from './tick-leaf.ts'
import { readFrameBounds, readFrames, readGaps, readPublishedMs } from './ticks-store.ts'

/** The leaves of the log `ticks`: one for each slot, with its frame or without. The index is the slot less the first. */
export function createTicksSource(pool: Database): LeafSource {
  return {
    hasRecords: true,
    read: (shard, from, most) => readLeaves(pool, { shard: shard.shard, slot: firstSlotOf(shard) + from, most }),
    next: (current, size) => nextShard(pool, current, size),
    waitingSinceMs: (shard, size) => readPublishedMs(pool, firstSlotOf(shard) + size),
  }
}

function firstSlotOf({ shard, firstSlot }: OpenShard): number {
  if (firstSlot === null) throw new Error(`the shard ${shard} of the log of prices has no first slot`)
  return firstSlot
}

async function readLeaves(
  pool: Database,
  { shard, slot, most }: { readonly shard: string; readonly slot: number; readonly most: number },
): Promise<readonly LogLeaf[]> {
  const bounds = await readFrameBounds(pool)
  if (bounds === null || bounds.newest === null) return []
  // Frames and gaps up to the newest frame are final.
  const before = Math.min(slot + most, bounds.newest + 1, shardEndSlot(shard, bounds.genesisMs))
  if (before <= slot) return []
  const frames = await readFrames(pool, { from: slot, before, most })
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
  const [frame] = await readFrames(pool, { from: end, before: newest + 1, most: 1 })
  const shard = shardOfSlot(frame?.slot ?? newest, genesisMs)
  let firstSlot = end
  for (let passed = shardOfSlot(end, genesisMs); passed !== shard; passed = shardOfSlot(firstSlot, genesisMs))
    firstSlot = shardEndSlot(passed, genesisMs)
  return { shard, firstSlot }
}
