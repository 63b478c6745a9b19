import { ProofError } from './errors.ts'
import { findEntry, openLogCheckpoint } from './log-reader.ts'
import type { FoundEntry } from './log-reader.ts'
import { tilePath } from './tiles.ts'

/** The shards of the logs, each with the key that signs its checkpoints. */
export interface SignedShards {
  readonly shards: readonly { readonly log: string; readonly shard: string; readonly vkey: string }[]
}

/** Reads a file below `/log/`. Throws where it cannot be read. */
export type ReadLogFile = (path: string) => Promise<Uint8Array>

/** An entry, and its place in the log. */
export interface LoggedEntry {
  readonly entry: Uint8Array
  readonly shard: string
  readonly index: number
}

/**
 * Looks an entry up in the log of events, by the files that everybody reads: its checkpoint is signed by the shard's
 * key, and its tiles lead to the checkpoint's root. A log whose files contradict each other does not have the entry,
 * either. Throws what `read` throws.
 */
export async function findInEventsLog(
  { entry, shard, index }: LoggedEntry,
  { shards }: SignedShards,
  read: ReadLogFile,
): Promise<FoundEntry> {
  const known = shards.find((one) => one.log === 'events' && one.shard === shard)
  if (known === undefined) return 'other'
  const file = (name: string) => read(`/log/events/${shard}/${name}`)
  try {
    const checkpoint = await openLogCheckpoint(await file('checkpoint'), known.vkey)
    return await findEntry(checkpoint, { index, entry }, (tile) => file(tilePath(tile)))
  } catch (error) {
    if (error instanceof ProofError) return 'other'
    throw error
  }
}
