import type { Sort, SortKey } from '../market-list-model.ts'
import { catalogueOrder } from '../market-list-model.ts'

/**
 * The sort after a press on a chip: its natural order first, then the reverse, then the catalogue's. Movers have one
 * order.
 */
export function nextSort(current: Sort, key: Exclude<SortKey, 'catalogue'>): Sort {
  const first = key === 'name' ? 'ascending' : 'descending'
  if (current.key !== key) return { key, order: first }
  return current.order === first && key !== 'movers'
    ? { key, order: first === 'ascending' ? 'descending' : 'ascending' }
    : catalogueOrder
}
