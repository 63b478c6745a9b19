import { CandlestickSeries, LineSeries, LineStyle } from 'lightweight-charts'
import type { IChartApi, IPriceLine, ISeriesApi, LineSeriesPartialOptions, UTCTimestamp } from 'lightweight-charts'
import type { ChartSlot } from './chart-candle.ts'
import { leastRange } from './chart-place.ts'
import type { ChartPalette } from './chart-palette.ts'
import type { ChartKind, PriceChartSettings } from './chart-settings.ts'
import { indicatorLines, indicatorReach } from './indicators.ts'
import type { IndicatorLine } from './indicators.ts'

export type Series = ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>

/** Adds the series of the prices, drawn as candles or as a line. */
export function addPrices(chart: IChartApi, kind: ChartKind, tick: () => number): Series {
  const shared = {
    // The library's own tag follows the newest visible candle; ours (CurrentPrice) always shows the current price.
    priceLineVisible: false,
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

/** The tag and the dotted line of the current price. */
export class CurrentPrice {
  #line: IPriceLine | null = null

  /** Shows a price on a series, possibly a different one than before. */
  show(series: Series, price: number, colour: string): void {
    if (this.#line === null) {
      this.#line = series.createPriceLine({
        price,
        color: colour,
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        title: '',
      })
    } else {
      this.#line.applyOptions({ price, color: colour })
    }
  }

  /** The series was removed, and its line with it. */
  forget(): void {
    this.#line = null
  }
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

/** The lines of indicators over the prices, in ink and grey. */
export class IndicatorSeries {
  readonly #chart: IChartApi
  readonly #lines = new Map<IndicatorLine['id'], ISeriesApi<'Line'>>()

  constructor(chart: IChartApi) {
    this.#chart = chart
  }

  /** Draws the chosen indicators over all positions. */
  set(slots: readonly ChartSlot[], settings: PriceChartSettings, palette: ChartPalette): void {
    const lines = indicatorLines(closesOf(slots), settings.indicators)
    for (const [id, series] of this.#lines) {
      if (lines.some((line) => line.id === id)) continue
      this.#chart.removeSeries(series)
      this.#lines.delete(id)
    }
    for (const { id, values } of lines) {
      const series = this.#lines.get(id) ?? this.#chart.addSeries(LineSeries, plainLine)
      this.#lines.set(id, series)
      series.applyOptions(lineLook(id, palette))
      series.setData(values.map((value, index) => valueAt(slots[index], value, slots[index + 1]?.candle === null)))
    }
  }

  /** Moves the newest value of each line with the price. */
  update(slots: readonly ChartSlot[], settings: PriceChartSettings): void {
    if (settings.indicators.length === 0) return
    const newest = slots.slice(-indicatorReach)
    for (const { id, values } of indicatorLines(closesOf(newest), settings.indicators)) {
      this.#lines.get(id)?.update(valueAt(newest.at(-1), values.at(-1) ?? null, false))
    }
  }
}

const plainLine: LineSeriesPartialOptions = {
  lineWidth: 1,
  priceLineVisible: false,
  lastValueVisible: false,
  crosshairMarkerVisible: false,
}

function lineLook(id: IndicatorLine['id'], palette: ChartPalette): LineSeriesPartialOptions {
  switch (id) {
    case 'average-short':
      return { color: palette.text, lineStyle: LineStyle.Solid }
    case 'average-long':
      return { color: palette.quietText, lineStyle: LineStyle.Solid }
    case 'band-middle':
      return { color: palette.quietText, lineStyle: LineStyle.Dotted }
    case 'band-upper':
    case 'band-lower':
      return { color: palette.middleText, lineStyle: LineStyle.Dashed }
  }
}

function valueAt(slot: ChartSlot | undefined, value: number | null, isBeforeGap: boolean) {
  const time = secondsOf(slot?.timeMs ?? 0)
  if (value === null) return { time }
  return isBeforeGap ? { time, value, color: 'transparent' } : { time, value }
}

function closesOf(slots: readonly ChartSlot[]): (number | null)[] {
  return slots.map(({ candle }) => candle?.close ?? null)
}
