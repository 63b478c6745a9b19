import { useEffect } from 'react'
import { marketQuotes } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../api/index.ts'
import { realtime } from '../api/realtime/index.ts'

/**
 * Reads the quote of an instrument, and lets it and those of open positions flow into the live store while the screen
 * is shown.
 */
export function useInstrumentQuote(symbol: string) {
  const query = useQuery({ ...queryFor(marketQuotes, { symbols: symbol }), staleTime: 30_000 })
  const items = query.data?.items
  const readMs = query.dataUpdatedAt
  useEffect(() => {
    if (items !== undefined) realtime.quotes.seed(items, realtime.clock.at(readMs))
  }, [items, readMs])
  useEffect(() => realtime.watchQuotes({ symbols: [symbol] }), [symbol])
  return query
}
