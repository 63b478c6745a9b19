import type { Screen } from '../../shared/navigation/index.ts'

/** The groups of the palette, in their order. */
export const paletteGroups = ['cases', 'customers', 'screens', 'acts'] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** One line of the palette: a place that it opens. */
export interface PaletteEntry {
  readonly key: string
  readonly group: PaletteGroup
  readonly title: string
  /** At the right: the step of a case, the keys of a screen. */
  readonly aside: string
  readonly screen: Screen
  readonly id?: string
  /** Further texts by which it is found. */
  readonly words?: readonly string[]
}

const casesAtMost = 6

/**
 * The entries that have every typed word in their title or words. Without a search only screens and acts; cases and
 * customers are cut to a few. In the order of the groups.
 */
export function matchingEntries(entries: readonly PaletteEntry[], search: string): readonly PaletteEntry[] {
  const words = plain(search).split(' ').filter(Boolean)
  const matching = entries.filter(({ group, title, words: further = [] }) => {
    if (words.length === 0) return group === 'screens' || group === 'acts'
    const text = plain([title, ...further].join(' '))
    return words.every((word) => text.includes(word))
  })
  return paletteGroups.flatMap((group) => {
    const found = matching.filter((entry) => entry.group === group)
    return group === 'cases' || group === 'customers' ? found.slice(0, casesAtMost) : found
  })
}

/** The entry after a press of an arrow key: it goes round. Null for an empty list. */
export function movedEntry(count: number, from: number, step: 1 | -1): number | null {
  return count === 0 ? null : (from + step + count) % count
}

/** Lower case, without accents; runs of spaces become one. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().replaceAll(/\s+/g, ' ').trim()
}
