import { useSyncExternalStore } from 'react'

/** Every screen of the console, by its path: `#/reviews`, and `#/reviews/45` for one case of it. */
export const screens = [
  'reviews',
  'withdrawals',
  'recharges',
  'floor',
  'customers',
  'risk',
  'support',
  'messages',
  'team',
  'audit',
] as const
export type Screen = (typeof screens)[number]

/** Where the console is: a screen, and the case that is open in it. */
export interface Place {
  readonly screen: Screen
  readonly id: string | null
}

/** The place of an address's hash. Unknown ones show the first screen. */
export function placeOf(hash: string): Place {
  const [name, id] = hash.replace(/^#\/?/, '').split('/')
  const screen = screens.find((known) => known === name)
  if (screen === undefined) return { screen: screens[0], id: null }
  return { screen, id: id === undefined || id === '' ? null : decodeURIComponent(id) }
}

/** The `href` of a link to a screen, or to one case of it. */
export function hrefOf(screen: Screen, id?: string): string {
  return id === undefined ? `#/${screen}` : `#/${screen}/${encodeURIComponent(id)}`
}

/** Opens a screen, or one case of it. */
export function goTo(screen: Screen, id?: string): void {
  location.hash = hrefOf(screen, id)
}

/** Where the console is now. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return placeOf(hash)
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
