import { followAnnouncements } from '@candor/proof/receipt'
import type { KeyAnnouncement, ReadLog } from '@candor/proof/receipt'
import { joinKeys, trustIn } from './trusted-keys.ts'
import type { TrustedKeys } from './trusted-keys.ts'

interface KeyFiles {
  /** The file of keys that this device remembers; null before the first. */
  readonly known: string | null
  /** The server's file of keys. */
  readonly shown: string
}

interface KeySources {
  /** Where the log of events announces keys, as the server says. */
  readonly readAnnounced: () => Promise<readonly KeyAnnouncement[]>
  readonly readLog: ReadLog
}

/**
 * Joins keys as `joinKeys` does, and takes over another key where the log of events announces it, below a checkpoint by
 * a key that this device remembers, or that one has announced. The announcements are read only where there is such a
 * key.
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
  const met = await followAnnouncements(remembered.events, others, readLog)
  return met.length === 0 ? keys : joinKeys(known, shown, met)
}
