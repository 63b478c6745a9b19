/** Every screen of the console, by its path: `#/reviews`, and `#/reviews/45` for one case of it. */
export const screens = [
  'overview',
  'reviews',
  'withdrawals',
  'recharges',
  'floor',
  'customers',
  'risk',
  'cells',
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

/** The place of a path. An unknown one shows the first screen. */
export function placeOf(path: string): Place {
  const [name, id] = path.replace(/^\//, '').split('/')
  const screen = screens.find((known) => known === name)
  if (screen === undefined) return { screen: screens[0], id: null }
  return { screen, id: id === undefined || id === '' ? null : decodeURIComponent(id) }
}

/** The path of a screen, or of one case of it. */
export function pathOf(screen: Screen, id?: string): string {
  return id === undefined ? `/${screen}` : `/${screen}/${encodeURIComponent(id)}`
}

/** The `href` of a link to a screen, or to one case of it. */
export function hrefOf(screen: Screen, id?: string): string {
  return `#${pathOf(screen, id)}`
}
