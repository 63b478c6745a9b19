import type { Language } from '@candor/api'
import type { Database } from '../../platform/transaction.ts'
import { readShown } from './announcements-store.ts'
import type { Announcement } from './announcements-store.ts'

const mostShown = 5
/** How old what home shows may be: home is asked for often, and an announcement is not about seconds. */
const rememberedMs = 2_000

/** An announcement in the words of one language. */
export interface ShownAnnouncement {
  readonly id: string
  readonly text: string
  readonly sinceMs: number
}

/** What is announced to customers right now. */
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
      // A look-up that failed is not remembered.
      found.catch(() => (remembered = null))
      remembered = { atMs: now, found }
    }
    return remembered.found
  }
  return {
    async shown(lang) {
      return (await current()).map(({ id, texts, fromMs }) => ({
        id: String(id),
        text: texts[lang] ?? texts.en,
        sinceMs: fromMs,
      }))
    },
  }
}
