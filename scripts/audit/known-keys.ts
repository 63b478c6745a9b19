import { parseVerifierKey } from '@candor/proof'
import { followAnnouncements, vkeyOfShard } from '@candor/proof/receipt'
import type { KeyAnnouncement } from '@candor/proof/receipt'
import { plainBytes } from './log-source.ts'
import type { LogSource } from './log-source.ts'

/** The longest file that is read to follow keys: a checkpoint with its cosignatures. */
const maxBytes = 65_536

/**
 * The keys of one log, under the name of a shard: a key of a log signs each of its shards. Null where none of the log
 * is known, and empty where those that are known are of another host.
 */
export function keysOfShard(vkeys: readonly string[], origin: string): readonly string[] | null {
  const [log = ''] = origin.split('/').slice(-2)
  const ofLog = vkeys.filter((vkey) => baseOf(vkey).endsWith(`/${log}`))
  if (ofLog.length === 0) return null
  const own = ofLog.filter((vkey) => origin.startsWith(`${baseOf(vkey)}/`))
  return [...new Set(own.map((vkey) => vkeyOfShard(vkey, origin)))]
}

/** The announced keys to which keys of the log of events lead, by the files of a log. Throws SourceError. */
export async function followFrom(
  eventsKeys: readonly string[],
  announcements: readonly KeyAnnouncement[],
  source: LogSource,
): Promise<readonly KeyAnnouncement[]> {
  return followAnnouncements(eventsKeys, announcements, async (path) => {
    const file = await source.read(path, maxBytes)
    return file === null ? null : Uint8Array.from(plainBytes(file, maxBytes, path))
  })
}

/** The name of a key without its shard, such as `candor.example/ticks`. */
function baseOf(vkey: string): string {
  return parseVerifierKey(vkey).name.replace(/\/[^/]*$/, '')
}
