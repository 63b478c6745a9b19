import { ProofError, tileWidth, widthInTree } from '@candor/proof'
import { frameRecord, parseRecordFile } from '@candor/proof/encoding'
import { entryWindow, exitWindow, hasAverages } from '@candor/formulas'
import { windowEvidence } from '@candor/proof/receipt'
import type { ContractReceipt, WindowSlot } from '@candor/proof/receipt'
import { readBeside } from './bundle-reader.ts'
import { plainBytes } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import type { ShardHead } from './signed-head.ts'

/** The records beside a bundle, unpacked: 256 frames of many more instruments than there are. */
const maxRecordsBytes = 64_000_000

interface ReadLog {
  readonly source: LogSource
  readonly heads: readonly ShardHead[]
  /** The first slots of the shards of prices, by their origins. */
  readonly firstSlots: Readonly<Record<string, number>>
}

/** Both windows of a verified receipt, every slot with its state as the log has it, and both means. */
export async function windowLines(name: string, receipt: ContractReceipt, log: ReadLog): Promise<readonly string[]> {
  const order = receipt.placed.item.value
  if (!hasAverages(order)) return []
  // The frames of the receipt are proven; those between them are the log's.
  const known = new Map(
    receipt.frames.map(({ entry, record }): [number, WindowSlot] => [
      entry.value.slot,
      { slot: entry.value.slot, record: record.value },
    ]),
  )
  for (const { from, to } of [entryWindow(order), exitWindow(order)])
    for (let slot = from; slot <= to; slot += 1) {
      const read = known.has(slot) ? null : await readSlot(log, slot, order.instrumentId)
      if (read !== null) known.set(slot, read)
    }
  const slots = [...known.values()].toSorted((one, other) => one.slot - other.slot)
  const words = windowEvidence(order, slots)
  return (['entry', 'exit'] as const).map(
    (window) =>
      `${name}: ${window} window ${words[`${window}Window`]}, mean ${words[`${window}Mean`]}, of the frames ${words[`${window}Frames`]}`,
  )
}

/** Null for a slot that the log does not have. */
async function readSlot({ source, heads, firstSlots }: ReadLog, slot: number, id: number): Promise<WindowSlot | null> {
  for (const { name, checkpoint } of heads) {
    const index = slot - (firstSlots[checkpoint.origin] ?? Infinity)
    if (!name.startsWith('ticks/') || index < 0 || index >= checkpoint.size) continue
    const bundle = Math.floor(index / tileWidth)
    const width = widthInTree({ level: 0, index: bundle }, checkpoint.size)
    const file = await readBeside(source, { shard: name, index: bundle, width }, 'records', maxRecordsBytes)
    if (file === null) return null
    const bytes = Uint8Array.from(plainBytes(file, maxRecordsBytes, `the records of slot ${slot}`))
    const record = recordIn(bytes, index % tileWidth, id)
    return record === undefined ? null : { slot, record }
  }
  return null
}

/** Undefined for a file that is none: the audit of the records has said so. */
function recordIn(bytes: Uint8Array, at: number, id: number) {
  try {
    const records = parseRecordFile(bytes)[at]
    const record = records?.[id - 1]
    return record === undefined ? null : frameRecord.decode(record)
  } catch (error) {
    if (error instanceof ProofError) return undefined
    throw error
  }
}
