import type { OutputOf, transparencyCheckpoints } from '@candor/api'
import { findEntry, openLogCheckpoint, ProofError, tilePath } from '@candor/proof'
import type { FoundEntry } from '@candor/proof'

/** Reads a file below `/log/`. Throws where it cannot be read. */
export type ReadLogFile = (path: string) => Promise<Uint8Array>

/** An entry, and its place in the log. */
export interface LoggedEntry {
  readonly entry: Uint8Array
  readonly shard: string
  readonly index: number
}

/**
 * Looks an entry up in the log of events, by the files that everybody reads: its checkpoint is signed by the shard's key,
 * and its tiles lead to the checkpoint's root. A log whose files contradict each other does not have the entry, either.
 */
export async function findInEventsLog(
  { entry, shard, index }: LoggedEntry,
  { shards }: OutputOf<typeof transparencyCheckpoints>,
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
