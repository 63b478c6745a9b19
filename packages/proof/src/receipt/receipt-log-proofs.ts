import { parseCheckpoint } from '../checkpoint.ts'
import { missingEntry } from '../encoding/index.ts'
import { ensure } from '../errors.ts'
import { leafHash } from '../hash.ts'
import { serialiseLogProof } from '../log-proof.ts'
import { parseNote } from '../note.ts'
import { parseAcceptance } from './acceptance.ts'
import { provenSlots } from './deciding-slots.ts'
import { inclusionInLeafSet } from './leaf-set.ts'
import { leafRanges } from './proven-leaves.ts'
import type { ContractReceipt, ShardProof } from './receipt.ts'
import { parseReceipt } from './receipt-text.ts'
import { placedBatch } from './sealed.ts'

/** A part of a receipt for tools that know nothing of receipts. */
export interface ReceiptLogProof {
  /** `placed`, `settled`, `moved`, or `slot-` and its number. */
  readonly name: string
  /** c2sp.org/tlog-proof@v1; its extra data is the log's entry. */
  readonly proof: string
}

const maxLogProofs = 256

interface Leaf {
  readonly name: string
  readonly index: number
  readonly entry: Uint8Array
}

/**
 * Expands a receipt in JSON into one proof for each entry of a log that it proves. Throws a ProofError for a malformed
 * receipt, and `too-large` where it proves more than 256 entries. Nothing is verified.
 */
export function receiptLogProofs(receipt: unknown): ReceiptLogProof[] {
  const parsed = parseReceipt(receipt)
  if (parsed.kind === 'contract') return contractProofs(parsed)
  const { moved, events } = parsed
  return logProofs(events[0], [{ name: 'moved', index: moved.leaf, entry: moved.batch.bytes }])
}

function contractProofs(receipt: ContractReceipt): ReceiptLogProof[] {
  const { acceptance, placed, settled, events } = receipt
  const placing = placedBatch(parseAcceptance(parseNote(acceptance).text), placed)
  const batches = [
    { name: 'placed', index: placed.leaf, entry: placing },
    { name: 'settled', index: settled.leaf, entry: settled.batch.bytes },
  ]
  const shards = events.map((shard, at) => [shard, events.length === 1 ? batches : batches.slice(at, at + 1)] as const)
  return [...shards, ...slotLeaves(receipt)].flatMap(([shard, leaves]) => logProofs(shard, leaves))
}

function slotLeaves({ placed, ticks, frames }: ContractReceipt): (readonly [ShardProof, readonly Leaf[]])[] {
  const states = frames.map(({ entry, record }) => ({
    slot: entry.value.slot,
    isOpen: record.value.state === 'open',
  }))
  const ranges = leafRanges(ticks, provenSlots(placed.item.value, states))
  const count = ranges.flat().reduce((sum, { start, end }) => sum + end - start, 0)
  ensure(count <= maxLogProofs, 'too-large', `The receipt proves more than ${maxLogProofs} slots.`)
  const entries = new Map(frames.map(({ entry }) => [entry.value.slot, entry.bytes]))
  return ticks.map((shard, at) => {
    const indices = (ranges[at] ?? []).flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, offset) => start + offset),
    )
    const leaves = indices.map((index) => {
      const slot = shard.firstSlot + index
      return { name: `slot-${slot}`, index, entry: entries.get(slot) ?? missingEntry.encode({ slot }) }
    })
    return [shard, leaves] as const
  })
}

function logProofs({ checkpoint, proof }: ShardProof, leaves: readonly Leaf[]): ReceiptLogProof[] {
  const { size } = parseCheckpoint(parseNote(checkpoint).text)
  const set = { size, leaves: leaves.map(({ index, entry }) => ({ index, hash: leafHash(entry) })), proof }
  return leaves.map(({ name, index, entry }) => ({
    name,
    proof: serialiseLogProof({ extra: entry, index, proof: inclusionInLeafSet(set, index), checkpoint }),
  }))
}
