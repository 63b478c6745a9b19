import { screens } from '../shared/navigation/index.ts'
import type { Screen } from '../shared/navigation/index.ts'

/** The letter after G that opens each screen. */
export const goKeys: Readonly<Record<Screen, string>> = {
  overview: 'h',
  reviews: 'r',
  withdrawals: 'w',
  recharges: 'd',
  floor: 'f',
  customers: 'c',
  risk: 'm',
  cells: 'e',
  support: 's',
  messages: 'n',
  team: 't',
  audit: 'a',
}

/** The screen of a letter after G, or null. */
export function screenOfKey(key: string): Screen | null {
  return screens.find((screen) => goKeys[screen] === key) ?? null
}

/** The keys of a screen as they are shown: "G W". */
export function keysOf(screen: Screen): string {
  return `G ${goKeys[screen].toUpperCase()}`
}
