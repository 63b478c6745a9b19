import type { CandleView } from '@candor/contract'
import type { ChartCandle } from '@candor/ui'

/** A candle of the wire as numbers, to draw. */
export function chartCandle([timeMs, open, high, low, close, volume]: CandleView): ChartCandle {
  return { timeMs, open: Number(open), high: Number(high), low: Number(low), close: Number(close), volume: Number(volume) }
}

/** What a chart shows, in five figures: the summary for people who do not see it. Prices stay decimal strings. */
export interface ChartSummary {
  readonly fromMs: number
  readonly toMs: number
  readonly open: string
  readonly close: string
  readonly high: string
  readonly low: string
}

/** Summarises candles of the wire, oldest first; null for none. */
export function chartSummary(candles: readonly CandleView[]): ChartSummary | null {
  const first = candles[0]
  const last = candles.at(-1)
  if (first === undefined || last === undefined) return null
  const byHigh = candles.reduce((best, candle) => (Number(candle[2]) > Number(best[2]) ? candle : best), first)
  const byLow = candles.reduce((best, candle) => (Number(candle[3]) < Number(best[3]) ? candle : best), first)
  return { fromMs: first[0], toMs: last[0], open: first[1], close: last[4], high: byHigh[2], low: byLow[3] }
}
