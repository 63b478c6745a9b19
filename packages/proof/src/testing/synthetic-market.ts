import { slotMs } from '@candor/formulas'
import type { FramePoint } from '@candor/formulas'
import { frameEntry, frameRecord, missingEntry, recordsRootOf } from '../encoding/index.ts'
import type { FrameRecord } from '../encoding/index.ts'
import { leafHash } from '../hash.ts'
import { MemoryTree } from './memory-tree.ts'
import type { Random } from './random.ts'

/** A stored frame with the tree over its records. */
export interface SyntheticFrame {
  readonly slot: number
  readonly entry: Uint8Array
  readonly records: readonly FrameRecord[]
  readonly recordTree: MemoryTree
}

/** A shard of the log of ticks. */
export interface SyntheticShard {
  readonly shard: string
  readonly firstSlot: number
  readonly tree: MemoryTree
}

export interface SyntheticMarket {
  readonly frames: ReadonlyMap<number, SyntheticFrame>
  readonly shards: readonly SyntheticShard[]
  readonly instrumentCount: number
  readonly endSlot: number
}

/** What happens in one slot; each part has a default that a test replaces. */
export interface SlotPlan {
  readonly isMissing?: boolean
  /** Of each instrument, by id. */
  cell?(instrumentId: number): { readonly price?: bigint; readonly isOpen?: boolean; readonly isNewEpoch?: boolean }
}

/** Of synthetic time: slot 0 begins here. */
export const genesisMs = 1_790_000_000_000

export function slotEnd(slot: number): number {
  return genesisMs + (slot + 1) * slotMs
}

/**
 * Builds frames and the log of ticks over them. Prices walk, unless the plan of a slot sets them. `shardStarts` are the
 * first slots of the shards; the first is the first slot of the market.
 */
export function syntheticMarket({
  random,
  instrumentCount,
  shardStarts,
  endSlot,
  plan,
}: {
  readonly random: Random
  readonly instrumentCount: number
  readonly shardStarts: readonly number[]
  readonly endSlot: number
  readonly plan: (slot: number) => SlotPlan
}): SyntheticMarket {
  const frames = new Map<number, SyntheticFrame>()
  const shards = shardStarts.map((firstSlot, index) => ({
    shard: `2026h${index + 1}`,
    firstSlot,
    tree: new MemoryTree(),
  }))
  let last = Array.from({ length: instrumentCount }, (_, index) => firstRecord(index + 1))
  for (let slot = shardStarts[0] ?? 0; slot < endSlot; slot += 1) {
    const { isMissing = false, cell } = plan(slot)
    const tree = shards.findLast(({ firstSlot }) => firstSlot <= slot)?.tree
    if (isMissing) {
      tree?.append(leafHash(missingEntry.encode({ slot })))
      continue
    }
    last = last.map((record) => nextRecord(record, random, cell?.(record.instrumentId)))
    const frame = frameOf(slot, last, random)
    frames.set(slot, frame)
    tree?.append(leafHash(frame.entry))
  }
  return { frames, shards, instrumentCount, endSlot }
}

/** The stored frames of an instrument, as the rules of packages/formulas take them. */
export function pointsOf(
  { frames }: SyntheticMarket,
  instrumentId: number,
  fromSlot: number,
  toSlot: number,
): FramePoint[] {
  return [...frames.values()]
    .filter(({ slot }) => slot >= fromSlot && slot <= toSlot)
    .flatMap(({ slot, records }) => {
      const record = records[instrumentId - 1]
      return record === undefined ? [] : [{ slot, ticks: record.price, state: record.state, epoch: record.epoch }]
    })
}

function frameOf(slot: number, records: readonly FrameRecord[], random: Random): SyntheticFrame {
  const encoded = records.map((record) => frameRecord.encode(record))
  const entry = frameEntry.encode({
    slot,
    publishedMs: slotEnd(slot) + random.below(40),
    instrumentCount: records.length,
    recordsRoot: recordsRootOf(encoded),
    ticksDigest: random.bytes(),
  })
  return { slot, entry, records, recordTree: new MemoryTree(encoded.map(leafHash)) }
}

function firstRecord(instrumentId: number): FrameRecord {
  return {
    instrumentId,
    price: 100_000n * BigInt(instrumentId),
    ageMs: 0,
    state: 'closed',
    sourceKind: 2,
    epoch: 1,
    priceSum: 0n,
    openCount: 0,
    sources: 0,
  }
}

function nextRecord(
  last: FrameRecord,
  random: Random,
  { price, isOpen = true, isNewEpoch = false }: ReturnType<NonNullable<SlotPlan['cell']>> = {},
): FrameRecord {
  const next = price ?? last.price + BigInt(random.below(21) - 10)
  return {
    ...last,
    price: next,
    ageMs: random.below(1500),
    state: isOpen ? 'open' : random.chance(0.5) ? 'stale' : 'closed',
    epoch: last.epoch + (isNewEpoch ? 1 : 0),
    priceSum: last.priceSum + (isOpen ? next : 0n),
    openCount: last.openCount + (isOpen ? 1 : 0),
    sources: random.below(2 ** 15) * 2,
  }
}
