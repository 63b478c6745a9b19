import { useEffect } from 'react'
import { marketInstruments, marketQuotes } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryClient, queryFor } from '../../shared/api/index.ts'
import type { Category } from '../../shared/instrument/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { startCategory } from './chosen-category.ts'

/** Sparklines are hourly closes, so refetching is not urgent. */
const sparkFreshMs = 5 * 60_000

/** Which quotes a list shows: those of a category, of symbols (comma-separated), or all. */
export interface QuotesWanted {
  readonly category?: Category
  readonly symbols?: string
}

/** Fetches the market's first data. The screen shows a failure. */
export async function prefetchMarket(): Promise<void> {
  const { items } = await queryClient.fetchQuery(queryFor(marketInstruments, {}))
  const quotes = await queryClient.fetchQuery(queryFor(marketQuotes, { category: startCategory(items) }))
  // The rows are drawn with their prices.
  realtime.quotes.seed(quotes.items, realtime.clock.nowMs())
}

/** Quotes with sparklines; the live store takes the quotes at once, so that the first paint has prices. */
export function useMarketQuotes(wanted: QuotesWanted) {
  const query = useQuery({
    ...queryFor(marketQuotes, wanted),
    staleTime: sparkFreshMs,
    refetchInterval: sparkFreshMs,
  })
  const items = query.data?.items
  const readMs = query.dataUpdatedAt
  useEffect(() => {
    // Their ages are relative to the fetch, which may be long ago.
    if (items !== undefined) realtime.quotes.seed(items, realtime.clock.at(readMs))
  }, [items, readMs])
  return query
}

/** Subscribes to the quotes while the list is shown. */
export function useQuotesFlow({ category, symbols }: QuotesWanted): void {
  useEffect(() => {
    if (symbols !== undefined) return realtime.watchQuotes({ symbols: symbols.split(',') })
    return realtime.watchQuotes(category === undefined ? {} : { category })
  }, [category, symbols])
}
