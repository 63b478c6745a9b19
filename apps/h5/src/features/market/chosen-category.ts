import type { InstrumentView } from '@candor/api'
import { storedValue } from '@candor/client'
import { categories, firstOpenCategory } from '../../shared/instrument/index.ts'
import type { Category } from '../../shared/instrument/index.ts'

/** The customer's chosen category; before a choice the list opens where a market is open. */
export const chosenCategory = storedValue<Category | ''>({
  key: 'candor.market.category',
  parse: (text) => categories.find((known) => known === text) ?? null,
  fallback: '',
})

/** The category that the market opens with. */
export function startCategory(instruments: readonly InstrumentView[]): Category {
  return chosenCategory.get() || firstOpenCategory(instruments)
}
