import { useMemo } from 'react'
import { marketCandles, mostCandles } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, CallFailed, queryKeyOf } from '../../shared/api/index.ts'
import { candlesOfPages } from './chart-model.ts'

/** Candles of the first request: enough for two screens. Earlier ones are fetched at the call's maximum. */
const firstCandles = 300

/** The end of the newest reading is now. */
const fromNow: number | null = null

/** The candles of an interval, and their history page by page. The socket keeps the newest one current. */
export function useCandleHistory(symbol: string, interval: CandleInterval) {
  const query = useInfiniteQuery({
    queryKey: queryKeyOf(marketCandles, { symbol, interval, pages: 'all' }),
    queryFn: async ({ pageParam, signal }) => {
      const most = mostCandles(interval)
      const span = pageParam === null ? { limit: Math.min(firstCandles, most) } : { limit: most, before: pageParam }
      const result = await call(marketCandles, { symbol, interval, ...span }, { signal })
      if (!result.ok) throw new CallFailed(result)
      return result.value
    },
    initialPageParam: fromNow,
    getNextPageParam: (page) => page.nextBeforeMs,
    staleTime: 30_000,
  })
  const pages = query.data?.pages
  const candles = useMemo(() => (pages === undefined ? null : candlesOfPages(pages)), [pages])
  return { query, candles, generatedUntilMs: pages?.[0]?.generatedUntilMs ?? null }
}

export type CandleHistory = ReturnType<typeof useCandleHistory>
