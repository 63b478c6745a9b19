import type { OutputOf, transparencyCheckpoints } from '@candor/api'
import { findEntry, openLogCheckpoint, ProofError, tilePath } from '@candor/proof'
import type { FoundEntry } from '@candor/proof'

interface LoggedEntry {
  readonly entry: Uint8Array
  readonly shard: string
  readonly index: number
}

/**
 * Looks an entry up in the log of events, by its public files. A log whose files contradict each other has `other`
 * entries. Throws what `read` throws.
 */
export async function findEvent(
  { entry, shard, index }: LoggedEntry,
  { shards }: OutputOf<typeof transparencyCheckpoints>,
  read: (path: string) => Promise<Uint8Array>,
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
