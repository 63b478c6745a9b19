import { decodeTickEntry, frameRecord, missingEntry } from '@candor/proof/encoding'
import { carryOut, equalBytes, leafHash, parseCheckpoint, parseNote } from '@candor/proof'
import type { LeafRange } from '@candor/proof'
import { decidingSlots, leafRanges, planLeafSet, provenSlots, rootOfLeafSet } from '@candor/proof/receipt'
import type { FramePart, ProvenLeaf, ShardProof, TickShardProof } from '@candor/proof/receipt'
import type { ContractTiming } from '@candor/formulas'
import type { Database } from '../../platform/transaction.ts'
import { chooseCheckpoint } from './checkpoint-choice.ts'
import type { NoCheckpoint } from './checkpoint-choice.ts'
import { readGuards } from './guard-store.ts'
import type { Guard } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import type { ShardFiles } from './shard-files.ts'

/** Why nothing can be proven: not signed yet or by too few witnesses, or from before the log. */
export type Unproven = NoCheckpoint | 'before-log'

export interface ProofSource {
  readonly pool: Database
  readonly files: ShardFiles
}

interface TickShard {
  readonly guard: Guard
  readonly firstSlot: number
}

interface FoundFrame {
  readonly slot: number
  readonly isOpen: boolean
  readonly part: FramePart
}

/** The frames that decide an order on an instrument, with the proofs of all slots that decide. */
export async function proveFrames(
  source: ProofSource,
  { instrumentId, ...timing }: ContractTiming & { readonly instrumentId: number },
): Promise<{ readonly ticks: readonly TickShardProof[]; readonly frames: readonly FramePart[] } | Unproven> {
  const shards = (await readGuards(source.pool, 'ticks')).map((guard) => ({ guard, firstSlot: guard.firstSlot ?? 0 }))
  const frames = await decidingFrames({ files: source.files, shards, instrumentId }, timing)
  if (typeof frames === 'string') return frames
  const slots = provenSlots(timing, frames)
  const used = shards.filter(({ firstSlot }, index) => {
    const next = shards[index + 1]?.firstSlot ?? Infinity
    return slots.some(({ from, to }) => to >= firstSlot && from < next)
  })
  const entries = new Map(frames.map(({ slot, part }) => [slot, part.entry]))
  const entryOf = (slot: number) => entries.get(slot) ?? missingEntry.encode({ slot })
  const ticks: TickShardProof[] = []
  for (const [index, ranges] of leafRanges(used, slots).entries()) {
    const { guard, firstSlot } = at(used, index)
    const leaves = ranges.flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, offset) => ({
        index: start + offset,
        hash: leafHash(entryOf(firstSlot + start + offset)),
      })),
    )
    const proof = await proveLeaves(source, 'ticks', { guard, ranges, leaves })
    if (typeof proof === 'string') return proof
    ticks.push({ ...proof, firstSlot })
  }
  return { ticks, frames: frames.map(({ part }) => part) }
}

/** Proves leaves of a shard by one of its checkpoints, where there is one. Throws where files are wrong. */
export async function proveLeaves(
  { pool, files }: ProofSource,
  log: LogName,
  {
    guard,
    ranges,
    leaves,
  }: { readonly guard: Guard; readonly ranges: readonly LeafRange[]; readonly leaves: readonly ProvenLeaf[] },
): Promise<ShardProof | NoCheckpoint> {
  const head = await chooseCheckpoint(pool, { log, guard, ranges })
  if (typeof head === 'string') return head
  const { size, root } = parseCheckpoint(parseNote(head.note).text)
  const written = { log, shard: guard.shard, size: guard.size }
  const proof = await carryOut(planLeafSet({ size, ranges }), files.hashes(written, size))
  // A damaged file must not make a receipt that looks like a fraud.
  if (!equalBytes(rootOfLeafSet({ size, leaves, proof }), root))
    throw new Error(`the files of the log ${log}/${guard.shard} do not lead to the root of its checkpoint`)
  return { checkpoint: head.note, proof }
}

interface FrameSearch {
  readonly files: ShardFiles
  readonly shards: readonly TickShard[]
  readonly instrumentId: number
}

async function decidingFrames(search: FrameSearch, timing: ContractTiming): Promise<FoundFrame[] | Unproven> {
  const deciding = decidingSlots(timing)
  const found = new Map<number, FoundFrame>()
  const take = (frame: FoundFrame) => void found.set(frame.slot, frame)
  if (deciding.rule === 'averages') {
    for (const border of deciding.borders) {
      const frame = await newestFrame(search, border)
      if (typeof frame === 'string') return frame
      take(frame)
    }
  } else {
    const entry = await frameAt(search, deciding.entrySlot)
    if (typeof entry === 'string') return entry
    if (entry !== null) take(entry)
    for (let slot = deciding.exit.from; entry?.isOpen === true && slot <= deciding.exit.to; slot += 1) {
      const frame = await frameAt(search, slot)
      if (typeof frame === 'string') return frame
      if (frame === null) continue
      take(frame)
      if (frame.isOpen) break
    }
  }
  return [...found.values()].toSorted((a, b) => a.slot - b.slot)
}

/** The newest frame at or before a slot. */
async function newestFrame(search: FrameSearch, border: number): Promise<FoundFrame | Unproven> {
  for (let slot = border; ; slot -= 1) {
    const frame = await frameAt(search, slot)
    if (frame !== null) return frame
  }
}

/** The frame of a slot; null for a missing one. */
async function frameAt(
  { files, shards, instrumentId }: FrameSearch,
  slot: number,
): Promise<FoundFrame | null | Unproven> {
  const shard = shards.findLast(({ firstSlot }) => firstSlot <= slot)
  if (shard === undefined) return shards.length === 0 ? 'pending' : 'before-log'
  const { firstSlot, guard } = shard
  const leaf = slot - firstSlot
  if (leaf >= guard.size) return 'pending'
  const written = { log: 'ticks', shard: guard.shard, size: guard.size } as const
  const entry = await files.entry(written, leaf)
  if (decodeTickEntry(entry).kind === 'missing') return null
  const { record, path } = await files.record(written, leaf, instrumentId)
  return { slot, isOpen: frameRecord.decode(record).state === 'open', part: { entry, record, path } }
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error('a shard has no leaves to prove')
  return value
}
