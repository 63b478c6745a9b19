import type { InstrumentView } from '@candor/api'
import { storedValue } from '@candor/client'
import { catalogueOrder } from './market-list-model.ts'
import type { Sort } from './market-list-model.ts'

/** Which instruments of a list are shown, and in which order. */
export interface MarketFilter {
  readonly isOpenOnly: boolean
  readonly sort: Sort
}

/** The filter as text, kept for the session: "open change ascending"; empty where everything is shown. */
export const marketFilter = storedValue<string>({
  key: 'candor.market.filter',
  parse: (text) => (/^(open)? \w+ (a|de)scending$/.test(text) ? text : null),
  fallback: '',
  storage: 'tab',
})

/** Reads the text of a filter. */
export function filterIn(text: string): MarketFilter {
  const [open, key, order] = text.split(' ')
  return { isOpenOnly: open === 'open', sort: key === undefined ? catalogueOrder : ({ key, order } as Sort) }
}

/** Whether orders are taken now. */
export function isOpen({ state, isHalted }: InstrumentView): boolean {
  return state === 'open' && !isHalted
}
