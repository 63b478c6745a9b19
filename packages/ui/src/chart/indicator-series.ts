import { LineSeries, LineStyle } from 'lightweight-charts'
import type { IChartApi, ISeriesApi, LineSeriesPartialOptions, PriceFormat } from 'lightweight-charts'
import type { ChartCandle, ChartSlot } from './chart-candle.ts'
import type { ChartPalette } from './chart-palette.ts'
import type { PriceChartSettings } from './chart-settings.ts'
import { IndicatorPanes } from './indicator-panes.ts'
import { closesOf, valueAt } from './indicator-places.ts'
import { indicatorLines, indicatorReach } from './indicators.ts'
import type { IndicatorLine } from './indicators.ts'

/** How indicators look: colours, and the format of the prices, whose scale some of them share. */
export interface IndicatorLook {
  readonly palette: ChartPalette
  readonly priceFormat: PriceFormat
}

/** The lines of indicators over the prices, in ink and grey, and the panes below them. */
export class IndicatorSeries {
  readonly #chart: IChartApi
  readonly #panes: IndicatorPanes
  readonly #lines = new Map<IndicatorLine['id'], ISeriesApi<'Line'>>()

  constructor(chart: IChartApi) {
    this.#chart = chart
    this.#panes = new IndicatorPanes(chart)
  }

  /** Draws the chosen indicators over all positions. */
  set(slots: readonly ChartSlot[], settings: PriceChartSettings, { palette, priceFormat }: IndicatorLook): void {
    this.#panes.set(slots, settings, palette)
    const lines = indicatorLines(closesOf(slots), settings.indicators)
    for (const [id, series] of this.#lines) {
      if (lines.some((line) => line.id === id)) continue
      this.#chart.removeSeries(series)
      this.#lines.delete(id)
    }
    for (const { id, values } of lines) {
      const series = this.#lines.get(id) ?? this.#chart.addSeries(LineSeries, plainLine)
      this.#lines.set(id, series)
      series.applyOptions({ ...lineLook(id, palette), priceFormat })
      series.setData(values.map((value, index) => valueAt(slots[index], value, slots[index + 1]?.candle === null)))
    }
  }

  /** Shows the panes' values at a candle, and returns them as text after a comma; null shows the newest ones. */
  mark(candle: ChartCandle | null): string {
    return this.#panes.mark(candle)
  }

  /** Moves the newest value of each line with the price. */
  update(slots: readonly ChartSlot[], settings: PriceChartSettings): void {
    if (settings.indicators.length === 0) return
    this.#panes.update(slots)
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
