import { openCheckpoint, parseCheckpoint } from '../checkpoint.ts'
import type { Checkpoint } from '../checkpoint.ts'
import { noteVerifier } from '../cosignature.ts'
import { keyEvent } from '../encoding/index.ts'
import { ProofError } from '../errors.ts'
import { hashBytes } from '../hash.ts'
import { findEntry } from '../log-reader.ts'
import { formatVerifierKey, parseVerifierKey, verifierKey } from '../note-key.ts'
import type { VerifierKey } from '../note-key.ts'
import { parseNote } from '../note.ts'
import type { ReadTile } from '../tile-reader.ts'
import { tilePath, tileWidth, widthInTree } from '../tiles.ts'

/** A key that the log of events is said to announce, and where its entry (type 21) is. */
export interface KeyAnnouncement {
  /** What the key signs. */
  readonly log: 'ticks' | 'events' | 'acceptance'
  readonly vkey: string
  readonly fromMs: number
  /** The half-year of the log of events with the entry, and the entry's index. */
  readonly shard: string
  readonly index: number
}

/** Reads a file of the logs by its path below `/log/`; null for one that does not exist. */
export type ReadLog = (path: string) => Promise<Uint8Array | null>

/**
 * The file, below the folder of a shard of events, with a checkpoint that the key before signed, and that contains the
 * announcement of a new key of that log. The index is the announcement's.
 */
export const handoverPath = (index: number): string => `handover/${index}`

/**
 * Returns those announcements that trusted keys of the log of events lead to: each is in the tree of a checkpoint that
 * a trusted key signed, or one that was announced so itself. A key of a log signs each of its shards, under the shard's
 * name. Nothing that `readLog` returns is trusted. Throws what it throws.
 */
export async function followAnnouncements(
  trustedEvents: readonly string[],
  announcements: readonly KeyAnnouncement[],
  readLog: ReadLog,
): Promise<readonly KeyAnnouncement[]> {
  const keys = trustedEvents.map(parseVerifierKey)
  const found = new Set<KeyAnnouncement>()
  for (let known = -1; known < keys.length;) {
    known = keys.length
    for (const one of announcements) {
      if (found.has(one) || !(await isAnnounced(one, keys, readLog))) continue
      found.add(one)
      if (one.log === 'events') keys.push(parseVerifierKey(one.vkey))
    }
  }
  return announcements.filter((one) => found.has(one))
}

/** The line of a key under the name of another shard of its log. */
export function vkeyOfShard(vkey: string, origin: string): string {
  return formatVerifierKey(underName(parseVerifierKey(vkey), origin))
}

function underName({ publicKey, type }: VerifierKey, name: string): VerifierKey {
  return verifierKey({ name, type, publicKey })
}

async function isAnnounced(one: KeyAnnouncement, keys: readonly VerifierKey[], readLog: ReadLog): Promise<boolean> {
  const { log, vkey, fromMs, shard, index } = one
  const prefix = `events/${shard}`
  const read = (path: string) => readLog(`${prefix}/${path}`)
  try {
    const { name } = parseVerifierKey(vkey)
    const [host = '', signs] = name.split('/')
    if (signs !== log) return false
    const origin = `${host}/${prefix}`
    const own = keys.filter((key) => key.name.startsWith(`${host}/events/`)).map((key) => underName(key, origin))
    const signers = [...new Map(own.map((key) => [key.keyId, key])).values()]
    const entry = keyEvent.encode({ signs: log, vkey, fromMs })
    const newest = await read('checkpoint')
    const size = newest === null ? 0 : parseCheckpoint(parseNote(newest).text).size
    // Only a new key of events ends what the one before signs: that one's last word is kept beside the log.
    for (const note of [newest, log === 'events' ? await read(handoverPath(index)) : null]) {
      const head = note === null ? null : await openBy(signers, origin, note)
      if (head !== null && (await findEntry(head, { index, entry }, tilesOf(read, size))) === 'present') return true
    }
    return false
  } catch (error) {
    if (error instanceof ProofError) return false
    throw error
  }
}

/** Null for a checkpoint that none of the keys signed, or one of another log. */
async function openBy(signers: readonly VerifierKey[], origin: string, note: Uint8Array): Promise<Checkpoint | null> {
  try {
    const { checkpoint } = await openCheckpoint(note, signers.map(noteVerifier))
    return checkpoint.origin === origin ? checkpoint : null
  } catch (error) {
    if (error instanceof ProofError) return null
    throw error
  }
}

/**
 * The tiles of a tree, of which longer ones may have taken the place of partial ones since: up to `newestSize` leaves.
 */
function tilesOf(read: ReadLog, newestSize: number): ReadTile {
  return async (tile) => {
    const widths = new Set([tile.width, widthInTree(tile, newestSize), tileWidth])
    for (const width of widths) {
      const bytes = width < tile.width ? null : await read(tilePath({ ...tile, width }))
      if (bytes !== null) return bytes.slice(0, tile.width * hashBytes)
    }
    return new Uint8Array(0)
  }
}
