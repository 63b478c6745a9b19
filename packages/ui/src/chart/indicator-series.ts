import { LineSeries, LineStyle } from 'lightweight-charts'
import type { IChartApi, ISeriesApi, LineSeriesPartialOptions } from 'lightweight-charts'
import type { ChartSlot } from './chart-candle.ts'
import type { ChartPalette } from './chart-palette.ts'
import { secondsOf } from './chart-series.ts'
import type { PriceChartSettings } from './chart-settings.ts'
import { indicatorLines, indicatorReach } from './indicators.ts'
import type { IndicatorLine } from './indicators.ts'

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
