import { CandlestickSeries, LineSeries, LineStyle } from 'lightweight-charts'
import type {
  CandlestickSeriesPartialOptions,
  IChartApi,
  IPrimitivePaneView,
  ISeriesApi,
  LineSeriesPartialOptions,
  PriceFormatCustom,
} from 'lightweight-charts'
import type { ChartCandle, ChartSlot } from './chart-candle.ts'
import type { ChartPalette } from './chart-palette.ts'
import type { PriceChartSettings } from './chart-settings.ts'
import type { PaneName } from './indicator-names.ts'
import { valueAt } from './indicator-places.ts'
import { PaneValues, strengthLength } from './pane-values.ts'
import { volumeBar } from './volume.ts'

const paneNames = ['volume', 'rsi'] as const
type Pane =
  | { readonly name: 'volume'; readonly series: ISeriesApi<'Candlestick'> }
  | { readonly name: 'rsi'; readonly series: ISeriesApi<'Line'> }

/** As every language writes it. */
const strengthName = `RSI ${strengthLength}`
/** The levels that a strength index is read by. */
const strengthLevels = [30, 70] as const
/** The prices are so many times as high as a pane below them. */
const pricesStretch = 3.5

/** Indicators with a scale of their own, in panes below the prices: volume, and the relative strength index. */
export class IndicatorPanes {
  readonly #chart: IChartApi
  readonly #values = new PaneValues()
  #panes: readonly Pane[] = []
  #look: { readonly settings: PriceChartSettings; readonly palette: ChartPalette } | null = null
  #key = ''
  #markedMs: number | null = null

  constructor(chart: IChartApi) {
    this.#chart = chart
  }

  /** Draws the chosen panes over all positions. */
  set(slots: readonly ChartSlot[], settings: PriceChartSettings, palette: ChartPalette): void {
    this.#look = { settings, palette }
    const names = paneNames.filter((name) => settings.indicators.includes(name))
    // Levels are drawn in the colours of their time.
    const key = [...names, palette.line].join()
    if (key !== this.#key) {
      this.#chart.applyOptions({ layout: { panes: { enableResize: false, separatorColor: palette.line } } })
      this.#build(names, palette)
    }
    this.#key = key
    if (names.length > 0) this.#values.set(slots)
    for (const pane of this.#panes) {
      pane.series.priceScale().applyOptions(paneScale(pane.name, palette))
      const priceFormat = paneFormat(pane.name, settings)
      if (pane.name === 'volume') {
        pane.series.applyOptions({ upColor: palette.quietText, priceFormat })
        pane.series.setData(slots.map(volumeBar))
      } else {
        pane.series.applyOptions({ color: palette.text, priceFormat })
        const value = (slot: ChartSlot) => this.#values.at('rsi', slot.timeMs)
        pane.series.setData(slots.map((slot, at) => valueAt(slot, value(slot), slots[at + 1]?.candle === null)))
      }
    }
  }

  /** Moves the newest values with the price. */
  update(slots: readonly ChartSlot[]): void {
    const newest = slots.at(-1)
    if (newest === undefined || this.#panes.length === 0) return
    this.#values.update(slots)
    for (const pane of this.#panes) {
      if (pane.name === 'volume') pane.series.update(volumeBar(newest))
      else pane.series.update(valueAt(newest, this.#values.at('rsi', null), false))
    }
  }

  /** Shows the values at a candle, and returns them as text after a comma; null shows the newest ones. */
  mark(candle: ChartCandle | null): string {
    this.#markedMs = candle?.timeMs ?? null
    return candle === null ? '' : this.#panes.map(({ name }) => `, ${this.#title(name)}`).join('')
  }

  #build(names: readonly PaneName[], palette: ChartPalette): void {
    for (const { series } of this.#panes) this.#chart.removeSeries(series)
    // Changing the kind of chart takes the series of the prices away for a moment: their pane must outlive it.
    this.#chart.panes()[0]?.setPreserveEmptyPane(true)
    this.#panes = names.map((name, at) =>
      name === 'volume'
        ? { name, series: this.#chart.addSeries(CandlestickSeries, volumeStyle, at + 1) }
        : { name, series: this.#chart.addSeries(LineSeries, strengthStyle, at + 1) },
    )
    for (const { name, series } of this.#panes) {
      for (const price of name === 'rsi' ? strengthLevels : [])
        series.createPriceLine({
          price,
          lineWidth: 1,
          lineStyle: LineStyle.Dotted,
          color: palette.quietText,
          axisLabelColor: palette.background,
          axisLabelTextColor: palette.middleText,
        })
      series.attachPrimitive({ paneViews: () => [this.#titleView(name)] })
    }
    this.#chart.panes().forEach((pane, at) => pane.setStretchFactor(at === 0 ? pricesStretch : 1))
  }

  /** The name of a pane, with its value at the mark or the newest one. */
  #title(name: PaneName): string {
    const [settings, value] = [this.#look?.settings, this.#values.at(name, this.#markedMs)]
    if (settings === undefined) return ''
    return `${name === 'volume' ? settings.volumeName : strengthName} ${value === null ? '–' : textOf(name, value, settings)}`
  }

  /** The title in the corner of its pane: on the layer that is redrawn when the mark moves. */
  #titleView(name: PaneName): IPrimitivePaneView {
    const draw = (context: CanvasRenderingContext2D) => {
      if (this.#look === null) return
      const { palette } = this.#look
      const title = this.#title(name)
      context.save()
      context.font = `500 10.5px ${palette.font}`
      context.textBaseline = 'middle'
      // A low pane has its bars or its line behind the title.
      context.globalAlpha = 0.8
      context.fillStyle = palette.background
      context.fillRect(titleX, titleY - titleHeightPx / 2, context.measureText(title).width, titleHeightPx)
      context.globalAlpha = 1
      context.fillStyle = palette.middleText
      context.fillText(title, titleX, titleY)
      context.restore()
    }
    return {
      zOrder: () => 'top',
      renderer: () => ({ draw: (target) => target.useMediaCoordinateSpace(({ context }) => draw(context)) }),
    }
  }
}

const titleX = 12
const titleY = 10
const titleHeightPx = 14

/** Few labels: an index has those of its levels only. The bars of volume rest on the lower edge. */
function paneScale(name: PaneName, palette: ChartPalette) {
  return {
    textColor: name === 'volume' ? palette.middleText : 'transparent',
    tickMarkDensity: 2,
    scaleMargins: { top: 0.3, bottom: name === 'volume' ? 0 : 0.1 },
  }
}

function paneFormat(name: PaneName, settings: PriceChartSettings): PriceFormatCustom {
  return {
    type: 'custom',
    minMove: name === 'volume' ? 0.1 : 1,
    formatter: (value: number) => textOf(name, value, settings),
  }
}

/** The text of a value. An index has one decimal; compact, a volume below one would be zero. */
function textOf(name: PaneName, value: number, { formatVolume, formatPrice }: PriceChartSettings): string {
  if (name === 'volume') return value < 1 ? formatPrice(value, 'tick') : formatVolume(value)
  return formatPrice(Math.round(value * 10) / 10, 'tick')
}

const quiet = { priceLineVisible: false, lastValueVisible: false } as const
const volumeStyle: CandlestickSeriesPartialOptions = { ...quiet, wickVisible: false, borderVisible: false }
const strengthStyle: LineSeriesPartialOptions = {
  ...quiet,
  lineWidth: 1,
  crosshairMarkerVisible: false,
  autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
}
