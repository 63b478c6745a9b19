import type { MarketFilter } from '../market-filter.ts'

/** The text of a filter. */
export function filterText({ isOpenOnly, sort }: MarketFilter): string {
  return `${isOpenOnly ? 'open' : ''} ${sort.key} ${sort.order}`
}
