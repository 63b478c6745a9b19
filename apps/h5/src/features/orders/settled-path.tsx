import { marketCandles, mostCandles } from '@candor/api'
import type { OrderView } from '@candor/api'
import { windowSpans } from '@candor/formulas'
import { PathChart } from '@candor/ui'
import type { ChartPoint } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { useMedia, wide } from '../../shared/device/media/index.ts'
import { decimalsOf, formatTime, useTexts } from '../../shared/i18n/index.ts'
import { positionInterval, positionPoints, reachesBack } from './position-points.ts'

/** Share of the duration that is drawn before the entry, and a little more. */
const lead = 1.3

/** The prices around a settled contract; null while they load, and where they are not kept any more. */
export function useSettledPath(order: OrderView): readonly ChartPoint[] | null {
  const { symbol, durationMs, entryAtMs, exitAtMs } = order
  const { interval, lengthMs } = positionInterval(durationMs)
  const limit = Math.min(mostCandles(interval), Math.ceil((durationMs * lead) / lengthMs))
  const before = Math.ceil(exitAtMs / lengthMs) * lengthMs
  const { data } = useQuery({
    ...queryFor(marketCandles, { symbol, interval, limit, before }),
    enabled: windowSpans(order) !== null && order.result !== 'void',
    staleTime: Infinity,
  })
  const points = positionPoints(data?.items ?? [], lengthMs, [])
  return reachesBack(points, { fromMs: entryAtMs, toMs: exitAtMs, lengthMs }) ? points : null
}

/** The path of the price from entry to exit, with both windows. */
export function SettledPath({ order, points }: { readonly order: OrderView; readonly points: readonly ChartPoint[] }) {
  const { t, locale } = useTexts()
  const isWide = useMedia(wide)
  const windows = windowSpans(order)
  if (windows === null || order.entryPrice === null || order.exitPrice === null) return null
  return (
    <PathChart
      points={points}
      entry={{ timeMs: order.entryAtMs, price: Number(order.entryPrice) }}
      exit={{ timeMs: order.exitAtMs, price: Number(order.exitPrice) }}
      windows={{ ...windows, entryName: t('orders.receipt.entry'), exitName: t('orders.receipt.exit') }}
      tick={10 ** -decimalsOf(order.entryPrice)}
      formatTime={(timeMs) => formatTime(locale, timeMs, { hasSeconds: order.durationMs < 3_600_000 })}
      isWide={isWide}
    />
  )
}
