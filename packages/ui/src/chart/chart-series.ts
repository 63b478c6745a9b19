import { CandlestickSeries, LineSeries, LineStyle } from 'lightweight-charts'
import type { IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts'
import type { ChartSlot } from './chart-candle.ts'
import { leastRange } from './chart-place.ts'
import type { ChartKind } from './chart-settings.ts'

export type Series = ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>

/** Adds the series of the prices, drawn as candles or as a line. */
export function addPrices(chart: IChartApi, kind: ChartKind, tick: () => number): Series {
  const shared = {
    priceLineStyle: LineStyle.Dotted,
    // The library's own tag follows the newest visible candle; ours (PriceMarks) always shows the current price.
    lastValueVisible: false,
    autoscaleInfoProvider: (original: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
      const info = original()
      if (info?.priceRange === null || info === null) return info
      const { low, high } = leastRange({ low: info.priceRange.minValue, high: info.priceRange.maxValue }, tick())
      return { ...info, priceRange: { minValue: low, maxValue: high } }
    },
  } as const
  return kind === 'candles'
    ? chart.addSeries(CandlestickSeries, shared)
    : chart.addSeries(LineSeries, { ...shared, lineWidth: 2, crosshairMarkerRadius: 4 })
}

/** Sets all positions of the series. */
export function setPrices(series: Series, slots: readonly ChartSlot[]): void {
  if (series.seriesType() === 'Candlestick') series.setData(slots.map(barOf))
  else series.setData(slots.map((slot, index) => pointOf(slot, slots[index + 1]?.candle === null)))
}

/** Replaces the newest position, or appends one. */
export function updatePrices(series: Series, slot: ChartSlot): void {
  if (series.seriesType() === 'Candlestick') series.update(barOf(slot))
  else series.update(pointOf(slot, false))
}

function barOf({ timeMs, candle }: ChartSlot) {
  if (candle === null) return { time: secondsOf(timeMs) }
  return { time: secondsOf(timeMs), open: candle.open, high: candle.high, low: candle.low, close: candle.close }
}

/**
 * The library joins the points on both sides of a gap, in the colour of the left one: without a colour the gap stays
 * one.
 */
function pointOf({ timeMs, candle }: ChartSlot, isBeforeGap: boolean) {
  const time = secondsOf(timeMs)
  if (candle === null) return { time }
  return isBeforeGap ? { time, value: candle.close, color: 'transparent' } : { time, value: candle.close }
}

/** The library counts in whole seconds; candles start on them. */
export function secondsOf(timeMs: number): UTCTimestamp {
  return Math.floor(timeMs / 1000) as UTCTimestamp
}
