import { candleIntervalsMs } from '@candor/api'
import type { CandleInterval, CandleView } from '@candor/api'
import type { ChartPoint } from '@candor/ui'

const minuteMs = 60_000

/** How a position of a duration is drawn: the interval of its candles and its length. */
export function positionInterval(durationMs: number): { readonly interval: CandleInterval; readonly lengthMs: number } {
  const interval = durationMs <= 5 * minuteMs ? '1s' : durationMs <= 4 * 60 * minuteMs ? '1m' : '5m'
  return { interval, lengthMs: candleIntervalsMs[interval] }
}

/** More missing candles than this are a gap in the line. */
const bridgedCandles = 3

/** The line of a position: closes of candles, then later live prices. Gaps in the data remain. */
export function positionPoints(
  candles: readonly CandleView[],
  lengthMs: number,
  live: readonly ChartPoint[],
): readonly ChartPoint[] {
  const firstLiveMs = live[0]?.timeMs ?? Number.POSITIVE_INFINITY
  const closed = candles
    .map(([startMs, , , , close]) => ({ timeMs: startMs + lengthMs, price: Number(close) }))
    .filter(({ timeMs }) => timeMs < firstLiveMs)
  return [...closed, ...live].flatMap((point, index, all) => {
    const before = all[index - 1]
    const isGap = before !== undefined && point.timeMs - before.timeMs > bridgedCandles * lengthMs + minimumGapMs
    return isGap ? [{ timeMs: before.timeMs + 1, price: null }, point] : [point]
  })
}

/** Whether a line has prices from before `fromMs` up to `toMs`, give or take a candle. */
export function reachesBack(
  points: readonly ChartPoint[],
  { fromMs, toMs, lengthMs }: { readonly fromMs: number; readonly toMs: number; readonly lengthMs: number },
): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return false
  return first.timeMs <= fromMs + 2 * lengthMs && last.timeMs >= toMs - 2 * lengthMs
}

/** Frames come twice a second; a network pause of this length is not a gap in the market. */
const minimumGapMs = 5_000

/** Adds a live price, at most one per step; a newer one replaces the current step's. */
export function withLivePoint(live: readonly ChartPoint[], point: ChartPoint, stepMs: number): readonly ChartPoint[] {
  const before = live.at(-2)
  const isTooClose = before !== undefined && point.timeMs - before.timeMs < stepMs
  return isTooClose ? [...live.slice(0, -1), point] : [...live, point]
}
