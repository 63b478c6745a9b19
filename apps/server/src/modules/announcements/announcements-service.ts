import type { Language } from '@candor/api'
import type { Database } from '../../platform/transaction.ts'
import { linkText } from './announcement.ts'
import { addressedTo, readShown } from './announcements-store.ts'
import type { Announcement } from './announcements-store.ts'

const mostShown = 5
/** Maximum number kept for all audiences: those that address others are left out for each reader. */
const mostRemembered = 50
/** Maximum age of home's announcements: home is requested often, and announcements are not urgent to the second. */
const rememberedMs = 2_000

/** An announcement in one language. */
export interface ShownAnnouncement {
  readonly id: string
  /** Null for announcements from before they had one. */
  readonly title: string | null
  readonly text: string
  /** As the wire has it: `interest`, `instrument:WTI`; null for nowhere. */
  readonly link: string | null
  readonly sinceMs: number
}

/** The current announcements to customers. */
export interface Announcements {
  /** Those for a customer, or for a visitor (null). */
  shown(lang: Language, customerId: bigint | null): Promise<readonly ShownAnnouncement[]>
}

export function createAnnouncements({
  pool,
  nowMs,
}: {
  readonly pool: Database
  readonly nowMs: () => number
}): Announcements {
  let remembered: { readonly atMs: number; readonly found: Promise<readonly Announcement[]> } | null = null
  const current = () => {
    const now = nowMs()
    if (remembered === null || now - remembered.atMs >= rememberedMs || now < remembered.atMs) {
      const found = readShown(pool, mostRemembered)
      // A failed lookup is not cached.
      found.catch(() => (remembered = null))
      remembered = { atMs: now, found }
    }
    return remembered.found
  }
  return {
    async shown(lang, customerId) {
      const forReader = await onlyFor(pool, customerId, await current())
      return forReader.slice(0, mostShown).map(({ id, titles, texts, link, fromMs }) => ({
        id: String(id),
        title: titles?.[lang] ?? titles?.en ?? null,
        text: texts[lang] ?? texts.en,
        link: link === null ? null : linkText(link),
        sinceMs: fromMs,
      }))
    },
  }
}

/** Leaves out what addresses others. Asks the database only while something is shown to a part of the customers. */
async function onlyFor(
  pool: Database,
  customerId: bigint | null,
  found: readonly Announcement[],
): Promise<readonly Announcement[]> {
  const forSome = found.filter(({ audience }) => audience !== 'everyone').map(({ id }) => id)
  if (forSome.length === 0) return found
  const own = customerId === null ? new Set<bigint>() : await addressedTo(pool, customerId, forSome)
  return found.filter(({ id, audience }) => audience === 'everyone' || own.has(id))
}
