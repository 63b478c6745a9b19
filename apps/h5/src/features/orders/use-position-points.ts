import { useEffect, useMemo, useState } from 'react'
import { marketCandles, mostCandles } from '@candor/api'
import type { OrderView } from '@candor/api'
import type { ChartPoint } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { positionInterval, positionPoints, withLivePoint } from './position-points.ts'

/** Share of the duration that is drawn before the entry, and a little more. */
const lead = 1.4

/** The prices of an order's chart: candles at each visit, then every frame. */
export function usePositionPoints(order: OrderView): readonly ChartPoint[] {
  const { symbol, durationMs } = order
  const { interval, lengthMs } = positionInterval(durationMs)
  const limit = Math.min(mostCandles(interval), Math.ceil((durationMs * lead) / lengthMs))
  // Frames are kept while the chart is shown: each return reads the candles of the time in between.
  const { data } = useQuery({ ...queryFor(marketCandles, { symbol, interval, limit }), staleTime: 0 })
  const [live, setLive] = useState<readonly ChartPoint[]>([])

  useEffect(() => {
    const stopWatch = realtime.watchQuotes({ symbols: [symbol] })
    const stopQuotes = realtime.quotes.subscribe(symbol, (quote) => {
      if (quote.state !== 'open') return
      const point = { timeMs: realtime.clock.nowMs(), price: Number(quote.last) }
      setLive((points) => withLivePoint(points, point, Math.max(500, lengthMs / 4)))
    })
    return () => {
      stopWatch()
      stopQuotes()
    }
  }, [symbol, lengthMs])

  return useMemo(() => positionPoints(data?.items ?? [], lengthMs, live), [data, lengthMs, live])
}
