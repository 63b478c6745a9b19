import {
  acceptCheckpoint,
  bundlePath,
  equalBytes,
  parseBundle,
  parseVerifierKey,
  readVerifiedTile,
  tilePath,
  tileWidth,
  verifyBundle,
  widthInTree,
} from '@candor/proof'
import type { Checkpoint } from '@candor/proof'
import { decodeEvent } from '@candor/proof/encoding'
import type { BatchEvent } from '@candor/proof/encoding'
import type { Acceptance, Trusted } from '@candor/proof/receipt'

/** Reads a file of the logs by its path below `/log/`; null for a file that the server does not have. */
export type ReadLog = (path: string) => Promise<Uint8Array | null>

/** Batches of the last seconds are in the newest entries: more than these are not read. */
const mostBundles = 8

const turnMs = 60_000

interface Found {
  readonly state: 'kept' | 'late' | 'broken' | 'unknown'
  readonly reason: string | null
}

/**
 * Looks for the batch of an acceptance in the newest entries of the log of events, which are verified against a signed
 * checkpoint. Batches of a stripe are logged in the order of their numbers. Throws a ProofError for a log that does not
 * verify.
 */
export async function findBatch(acceptance: Acceptance, trusted: Trusted, readLog: ReadLog): Promise<Found> {
  const shard = shardOf(acceptance.acceptedMs)
  if (isAtTurn(acceptance.acceptedMs)) return { state: 'unknown', reason: 'A half-year of the log begins.' }
  const prefix = `events/${shard}`
  const note = await readLog(`${prefix}/checkpoint`)
  if (note === null) return { state: 'unknown', reason: 'The server does not have the log of events.' }
  const logs = trusted.events.map((vkey) => ({ key: parseVerifierKey(vkey) }))
  const { checkpoint } = await acceptCheckpoint(note, { logs, witnesses: [], quorum: { kind: 'none' } })
  const isOfShard = checkpoint.origin === `${acceptance.host}/${prefix}`
  if (!isOfShard) return { state: 'unknown', reason: 'The checkpoint is of another log.' }
  const last = Math.floor((checkpoint.size - 1) / tileWidth)
  let hasPassed = false
  for (let index = last; index >= 0 && index > last - mostBundles; index -= 1) {
    const batches = await readBatches(checkpoint, { index, prefix }, readLog)
    const ofStripe = batches.filter(({ stripe }) => stripe === acceptance.stripe).toReversed()
    for (const batch of ofStripe) {
      if (batch.seq === acceptance.seq) return compared(batch, acceptance)
      if (batch.seq < acceptance.seq) return missing(hasPassed)
      hasPassed = true
    }
  }
  if (last < mostBundles) return missing(hasPassed)
  return { state: 'unknown', reason: 'The batch is not among the newest entries.' }
}

function compared(batch: BatchEvent, acceptance: Acceptance): Found {
  const isSame =
    batch.atMs === acceptance.acceptedMs &&
    batch.itemCount === acceptance.itemCount &&
    equalBytes(batch.itemsRoot, acceptance.itemsRoot)
  return isSame
    ? { state: 'kept', reason: null }
    : { state: 'broken', reason: 'The log has another batch of this number than the one that was accepted.' }
}

function missing(hasPassed: boolean): Found {
  return hasPassed
    ? { state: 'broken', reason: 'The log has later batches of the stripe, and not the one that was accepted.' }
    : { state: 'late', reason: 'The log of events does not have the batch that was accepted.' }
}

/** The batches of one bundle of entries, once it is shown to be in the checkpoint. */
async function readBatches(
  checkpoint: Checkpoint,
  { index, prefix }: { readonly index: number; readonly prefix: string },
  readLog: ReadLog,
): Promise<BatchEvent[]> {
  const read = async (path: string) => {
    const bytes = await readLog(`${prefix}/${path}`)
    return bytes ?? new Uint8Array(0)
  }
  const width = widthInTree({ level: 0, index }, checkpoint.size)
  const entries = parseBundle(await read(bundlePath({ index, width })), width)
  verifyBundle(entries, await readVerifiedTile(checkpoint, { level: 0, index }, (tile) => read(tilePath(tile))))
  return entries.map(decodeEvent).flatMap((each) => (each.name === 'batch' ? [each.event] : []))
}

/** The half-year (UTC) of a time, as shards are named. */
function shardOf(timeMs: number): string {
  const time = new Date(timeMs)
  return `${time.getUTCFullYear()}h${time.getUTCMonth() < 6 ? 1 : 2}`
}

/** Whether another half-year is so near that its shard may have the batch. */
function isAtTurn(timeMs: number): boolean {
  return shardOf(timeMs - turnMs) !== shardOf(timeMs + turnMs)
}
