import type { OutputOf, transparencyCheckpoints } from '@candor/api'
import { findEntry, noteVerifier, openCheckpoint, parseVerifierKey, ProofError, tilePath } from '@candor/proof'
import type { Checkpoint } from '@candor/proof'
import { keyEvent } from '@candor/proof/encoding'
import type { ReadLog } from './find-batch.ts'
import { hostOf, joinKeys, nameOf, trustIn } from './trusted-keys.ts'
import type { TrustedKeys } from './trusted-keys.ts'

/** Where the log of events has the announcement of a key, as the server says. */
export type Announcement = OutputOf<typeof transparencyCheckpoints>['announced'][number]

interface KeyFiles {
  /** The file of keys that this device remembers; null before the first. */
  readonly known: string | null
  /** The server's file of keys. */
  readonly shown: string
}

interface KeySources {
  readonly readAnnounced: () => Promise<readonly Announcement[]>
  readonly readLog: ReadLog
}

/**
 * Joins keys as `joinKeys` does, and takes over another key under a known name where the log of events announces it,
 * below a checkpoint by a key that this device remembers. The announcements are read only where there is such a key.
 */
export async function followKeys(
  { known, shown }: KeyFiles,
  { readAnnounced, readLog }: KeySources,
): Promise<TrustedKeys | null> {
  const keys = joinKeys(known, shown)
  const remembered = known === null ? null : trustIn(known)
  if (remembered === null || keys === null || keys.changed === null) return keys
  const { changed, trusted } = keys
  const others = (await readAnnounced()).filter(
    ({ log, vkey }) => changed[log].includes(vkey) && !trusted[log].includes(vkey),
  )
  const isMet = await Promise.all(others.map((one) => isAnnounced(one, remembered.events, readLog)))
  const met = others.filter((_, at) => isMet[at] === true)
  return met.length === 0 ? keys : joinKeys(known, shown, met)
}

async function isAnnounced(
  { log, vkey, fromMs, shard, index }: Announcement,
  eventsKeys: readonly string[],
  readLog: ReadLog,
): Promise<boolean> {
  const prefix = `events/${shard}`
  const read = async (path: string) => (await readLog(`${prefix}/${path}`)) ?? new Uint8Array(0)
  try {
    const entry = keyEvent.encode({ signs: log, vkey, fromMs })
    const head = await openBy(eventsKeys, `${hostOf(vkey)}/${prefix}`, await read('checkpoint'))
    return (await findEntry(head, { index, entry }, (tile) => read(tilePath(tile)))) === 'present'
  } catch (error) {
    if (error instanceof ProofError) return false
    throw error
  }
}

/** Opens a checkpoint by the keys of its own log. Throws a ProofError where none of them signed it. */
async function openBy(vkeys: readonly string[], origin: string, note: Uint8Array): Promise<Checkpoint> {
  const verifiers = vkeys.filter((vkey) => nameOf(vkey) === origin).map((vkey) => noteVerifier(parseVerifierKey(vkey)))
  const { checkpoint } = await openCheckpoint(note, verifiers)
  if (checkpoint.origin === origin) return checkpoint
  throw new ProofError('unknown-origin', 'The checkpoint is of another log than its key.')
}
