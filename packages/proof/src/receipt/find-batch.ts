import { equalBytes } from '../bytes.ts'
import type { Checkpoint } from '../checkpoint.ts'
import { decodeEvent } from '../encoding/index.ts'
import type { BatchEvent } from '../encoding/index.ts'
import { parseVerifierKey } from '../note-key.ts'
import { acceptCheckpoint } from '../policy-checkpoint.ts'
import { readVerifiedTile, verifyBundle } from '../tile-reader.ts'
import { bundlePath, parseBundle, tilePath, tileWidth, widthInTree } from '../tiles.ts'
import type { Acceptance } from './acceptance.ts'
import type { ReadLog } from './follow-announcements.ts'

/** What the log of events shows of a promised batch; `unknown` is no evidence against the promise. */
export interface FoundBatch {
  readonly state: 'kept' | 'late' | 'broken' | 'unknown'
  /** In English; null for a promise that is kept. */
  readonly reason: string | null
}

/** The newest bundles that are read, and those around the time of an older batch. */
const mostBundles = 8
/** So near to the turn of a half-year, a batch may be in either shard. */
const turnMs = 60_000

/**
 * Looks for the batch of an acceptance in the log of events: in its newest entries, and for an older one in those of
 * its time. What is read is verified against a checkpoint that one of the keys signed. Batches of a stripe are logged
 * in the order of their numbers, and those of different stripes nearly in that of their times. Throws a ProofError for
 * a log that does not verify.
 */
export async function findBatch(
  acceptance: Acceptance,
  eventsKeys: readonly string[],
  readLog: ReadLog,
): Promise<FoundBatch> {
  const { acceptedMs } = acceptance
  const shards = new Set([acceptedMs - turnMs, acceptedMs + turnMs].map(shardOf))
  let found: FoundBatch | null = null
  for (const shard of shards) {
    const log = await openShard(acceptance, shard, eventsKeys, readLog)
    const own = 'state' in log ? log : await findInShard(acceptance, log, shards.size === 1)
    if (own.state === 'kept' || own.state === 'broken') return own
    found ??= own
  }
  if (shards.size === 1 && found !== null) return found
  return { state: 'unknown', reason: 'A half-year of the log begins: the batch may be in either shard.' }
}

interface OpenShard {
  readonly checkpoint: Checkpoint
  /** The batches of a bundle of entries, once it is shown to be in the checkpoint. */
  readonly batches: (index: number) => Promise<readonly BatchEvent[]>
}

async function openShard(
  { host }: Acceptance,
  shard: string,
  eventsKeys: readonly string[],
  readLog: ReadLog,
): Promise<OpenShard | FoundBatch> {
  const prefix = `events/${shard}`
  const note = await readLog(`${prefix}/checkpoint`)
  if (note === null) return { state: 'unknown', reason: 'The server does not have the log of events.' }
  const logs = eventsKeys.map((vkey) => ({ key: parseVerifierKey(vkey) }))
  const { checkpoint } = await acceptCheckpoint(note, { logs, witnesses: [], quorum: { kind: 'none' } })
  if (checkpoint.origin !== `${host}/${prefix}`)
    return { state: 'unknown', reason: 'The checkpoint is of another log.' }
  // Bundles share most of the tiles that prove them.
  const files = new Map<string, Promise<Uint8Array>>()
  const read = (path: string) => {
    const file = files.get(path) ?? readLog(`${prefix}/${path}`).then((bytes) => bytes ?? new Uint8Array(0))
    files.set(path, file)
    return file
  }
  const batches = async (index: number) => {
    const width = widthInTree({ level: 0, index }, checkpoint.size)
    const entries = parseBundle(await read(bundlePath({ index, width })), width)
    verifyBundle(entries, await readVerifiedTile(checkpoint, { level: 0, index }, (tile) => read(tilePath(tile))))
    return entries.map(decodeEvent).flatMap((each) => (each.name === 'batch' ? [each.event] : []))
  }
  return { checkpoint, batches }
}

async function findInShard(acceptance: Acceptance, log: OpenShard, isAlone: boolean): Promise<FoundBatch> {
  const last = Math.ceil(log.checkpoint.size / tileWidth) - 1
  const firstNew = Math.max(0, last - mostBundles + 1)
  const newest = await readBatches(acceptance, log, firstNew, last)
  if (newest.own !== null) return compared(newest.own, acceptance)
  // The batches of a stripe follow one another, across the shards, too.
  const isPassed = newest.hasLater && (newest.hasEarlier || (firstNew === 0 && isAlone))
  if (isPassed) return missing(true)
  if (newest.hasEarlier || (firstNew === 0 && !newest.hasLater)) return missing(false)
  const at = firstNew === 0 ? 0 : await bundleAt(acceptance.acceptedMs, log, firstNew)
  const older = await readBatches(
    acceptance,
    log,
    Math.max(0, at - mostBundles / 2),
    Math.min(last, at + mostBundles / 2),
  )
  if (older.own !== null) return compared(older.own, acceptance)
  if (older.hasEarlier && older.hasLater) return missing(true)
  return { state: 'unknown', reason: 'The batch is neither among the newest entries nor among those of its time.' }
}

interface ReadBatches {
  /** The batch of the number. */
  readonly own: BatchEvent | null
  /** Whether the stripe has batches with lower numbers in the range, and with higher ones. */
  readonly hasEarlier: boolean
  readonly hasLater: boolean
}

/** The batches of the stripe in a range of bundles, the newest first, down to the first with a lower number. */
async function readBatches(
  { stripe, seq }: Acceptance,
  { batches }: OpenShard,
  first: number,
  last: number,
): Promise<ReadBatches> {
  let hasLater = false
  for (let index = last; index >= first; index -= 1) {
    const ofStripe = (await batches(index)).filter((batch) => batch.stripe === stripe)
    const own = ofStripe.find((batch) => batch.seq === seq) ?? null
    hasLater ||= ofStripe.some((batch) => batch.seq > seq)
    const hasEarlier = ofStripe.some((batch) => batch.seq < seq)
    if (own !== null || hasEarlier) return { own, hasEarlier, hasLater }
  }
  return { own: null, hasEarlier: false, hasLater }
}

/** The last bundle before `end` that begins with a batch from before a time; the first one where none does. */
async function bundleAt(timeMs: number, { batches }: OpenShard, end: number): Promise<number> {
  let [from, to] = [0, end]
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    const [first] = await batches(middle)
    // A bundle without batches says nothing: the search goes on before it.
    if (first !== undefined && first.atMs <= timeMs) from = middle
    else to = middle
  }
  return from
}

function compared(batch: BatchEvent, acceptance: Acceptance): FoundBatch {
  const isSame =
    batch.atMs === acceptance.acceptedMs &&
    batch.itemCount === acceptance.itemCount &&
    equalBytes(batch.itemsRoot, acceptance.itemsRoot)
  return isSame
    ? { state: 'kept', reason: null }
    : { state: 'broken', reason: 'The log has another batch of this number than the one that was accepted.' }
}

function missing(hasPassed: boolean): FoundBatch {
  return hasPassed
    ? { state: 'broken', reason: 'The log has later batches of the stripe, and not the one that was accepted.' }
    : { state: 'late', reason: 'The log of events does not have the batch that was accepted.' }
}

/** The half-year (UTC) of a time, as shards are named. */
function shardOf(timeMs: number): string {
  const time = new Date(timeMs)
  return `${time.getUTCFullYear()}h${time.getUTCMonth() < 6 ? 1 : 2}`
}
