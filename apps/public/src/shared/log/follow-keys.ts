import type { OutputOf, transparencyCheckpoints } from '@candor/api'
import type { LeadsTo } from './log-check.ts'

type Announced = OutputOf<typeof transparencyCheckpoints>['announced']

interface KnownKeys {
  /** The keys of the log of events that this browser has seen. */
  readonly events: readonly string[]
  readonly announced: Announced
  /** A file of the log by its path; null where there is none. */
  find(path: string): Promise<Uint8Array | null>
}

/**
 * Follows announcements in the log of events from the seen keys, once and only where a key has changed: most visits do
 * not load the code for it. What the server lists proves nothing; each announcement is looked up in a signed tree.
 */
export function followKeys({ events, announced, find }: KnownKeys): LeadsTo {
  let followed: Promise<LeadsTo> | null = null
  const follow = async (): Promise<LeadsTo> => {
    const { followAnnouncements, vkeyOfShard } = await import('@candor/proof/receipt')
    const found = await followAnnouncements(events, announced, (path) => find(`/log/${path}`))
    return ({ log, vkey, origin }) =>
      Promise.resolve(found.some((one) => one.log === log && vkeyOfShard(one.vkey, origin) === vkey))
  }
  return async (shard) => (await (followed ??= follow()))(shard)
}
