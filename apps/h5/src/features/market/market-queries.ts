import { useEffect } from 'react'
import { marketQuotes } from '@candor/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { realtime } from '../../shared/realtime/index.ts'
import type { Category } from './market-list-model.ts'

/** Sparklines are hourly closes: there is no hurry to read them again. */
const sparkFreshMs = 5 * 60_000

/** Quotes with sparklines of a category, or of all; the live store takes the quotes at once, so that the first paint has prices. */
export function useMarketQuotes(category: Category | null) {
  const query = useQuery({
    ...queryFor(marketQuotes, category === null ? {} : { category }),
    staleTime: sparkFreshMs,
    refetchInterval: sparkFreshMs,
  })
  const items = query.data?.items
  useEffect(() => {
    if (items !== undefined) realtime.quotes.seed(items, realtime.clock.nowMs())
  }, [items])
  return query
}

/** Keeps the quotes of a category, or of all, flowing while the list is shown. */
export function useQuotesFlow(category: Category | null): void {
  useEffect(() => realtime.watchQuotes(category === null ? {} : { category }), [category])
}
