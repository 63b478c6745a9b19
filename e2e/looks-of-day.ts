import process from 'node:process'
import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import { dayMs } from '@candor/formulas'

/** Days since 1970: what rotates follows it. */
export const day = Math.floor(Date.now() / dayMs)

/** One of these, another each day; all of them where CANDOR_LOOKS is `all`. */
export function oneEachDay<Item>(items: readonly Item[]): readonly Item[] {
  return process.env['CANDOR_LOOKS'] === 'all' ? items : items.filter((_item, place) => place === day % items.length)
}

/** English, and one other language each day. */
export const languagesOfDay: readonly Language[] = [
  'en',
  ...oneEachDay(languages.filter((language) => language !== 'en')),
]
