import type { Language } from '@candor/api'
import type { Database } from '../../platform/transaction.ts'
import { readShown } from './announcements-store.ts'
import type { Announcement } from './announcements-store.ts'

const mostShown = 5
/** Maximum age of home's announcements: home is requested often, and announcements are not urgent to the second. */
const rememberedMs = 2_000

/** An announcement in one language. */
export interface ShownAnnouncement {
  readonly id: string
  /** Null for announcements from before they had one. */
  readonly title: string | null
  readonly text: string
  readonly sinceMs: number
}

/** The current announcements to customers. */
export interface Announcements {
  shown(lang: Language): Promise<readonly ShownAnnouncement[]>
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
      const found = readShown(pool, mostShown)
      // A failed lookup is not cached.
      found.catch(() => (remembered = null))
      remembered = { atMs: now, found }
    }
    return remembered.found
  }
  return {
    async shown(lang) {
      return (await current()).map(({ id, titles, texts, fromMs }) => ({
        id: String(id),
        title: titles?.[lang] ?? titles?.en ?? null,
        text: texts[lang] ?? texts.en,
        sinceMs: fromMs,
      }))
    },
  }
}
