import type { ChartSlot } from './chart-candle.ts'
import { secondsOf } from './chart-series.ts'

/** A bar of volume is a candle from zero, so that the library's code for bars is not loaded as well. */
export function volumeBar({ timeMs, candle }: ChartSlot) {
  const time = secondsOf(timeMs)
  if (candle === null || candle.volume === 0) return { time }
  return { time, open: 0, low: 0, high: candle.volume, close: candle.volume }
}
