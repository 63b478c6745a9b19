import { CandlestickSeries, CrosshairMode, LineSeries, LineStyle, createChart } from 'lightweight-charts'
import type { IChartApi, ISeriesApi, Time, UTCTimestamp } from 'lightweight-charts'
import { chartOptions, chartPalette, seriesColours } from './chart-palette.ts'
import { withGaps } from './chart-candle.ts'
import type { ChartCandle } from './chart-candle.ts'
import { scrubByTouch } from './chart-scrub.ts'
import type { ChartKind, PriceChartSettings } from './chart-settings.ts'

export interface PriceChart {
  /** Shows other candles, oldest first, and moves to the newest. */
  readonly show: (candles: readonly ChartCandle[], settings: PriceChartSettings) => void
  /** Changes tone and formats without moving. */
  readonly restyle: (settings: PriceChartSettings) => void
  /** Replaces the newest candle or adds one after it. */
  readonly update: (candle: ChartCandle) => void
  readonly dispose: () => void
}

type Series = ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>

/** Draws candles or a line into an element; `onScrub` tells the candle under the finger or pointer, null when it leaves. */
export function createPriceChart(element: HTMLElement, onScrub: (candle: ChartCandle | null) => void): PriceChart {
  const chart = createChart(element, { autoSize: true, crosshair: { mode: CrosshairMode.Magnet }, layout: { attributionLogo: false } })
  let series: Series | null = null
  let settings: PriceChartSettings | null = null
  let candles: ChartCandle[] = []

  function restyle(next: PriceChartSettings): void {
    if (series !== null && settings?.kind !== next.kind) {
      chart.removeSeries(series)
      series = null
    }
    settings = next
    const palette = chartPalette(element)
    chart.applyOptions(chartOptions(palette, next))
    series ??= addSeries(chart, next.kind)
    series.applyOptions(seriesColours(palette, next))
  }

  const candleAt = (timeMs: number) => candles.find((candle) => candle.timeMs === timeMs) ?? null
  const stopScrub = scrubByTouch(element, {
    candleAtX: (x) => {
      const time = chart.timeScale().coordinateToTime(x)
      return time === null ? null : candleAt(msOf(time))
    },
    mark: (candle) => {
      if (series !== null && candle !== null) chart.setCrosshairPosition(candle.close, secondsOf(candle.timeMs), series)
      else chart.clearCrosshairPosition()
      onScrub(candle)
    },
  })
  chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
    if (sourceEvent !== undefined) onScrub(time === undefined ? null : candleAt(msOf(time)))
  })
  const stopWatch = watchTheme(() => {
    if (settings !== null) restyle(settings)
  })

  return {
    show(shown, next) {
      candles = [...shown]
      restyle(next)
      setData(series, next, candles)
      chart.timeScale().scrollToRealTime()
    },
    restyle,
    update(candle) {
      const last = candles.at(-1)
      if (series === null || settings === null || (last !== undefined && candle.timeMs < last.timeMs)) return
      if (last?.timeMs === candle.timeMs) candles[candles.length - 1] = candle
      else candles.push(candle)
      updateData(series, settings, candle)
    },
    dispose() {
      stopScrub()
      stopWatch()
      chart.remove()
    },
  }
}

function addSeries(chart: IChartApi, kind: ChartKind): Series {
  const shared = { priceLineStyle: LineStyle.Dotted, priceLineWidth: 1 } as const
  return kind === 'candles'
    ? chart.addSeries(CandlestickSeries, shared)
    : chart.addSeries(LineSeries, { ...shared, lineWidth: 2, crosshairMarkerRadius: 4 })
}

function setData(series: Series | null, settings: PriceChartSettings, candles: readonly ChartCandle[]): void {
  const slots = withGaps(candles, settings.intervalMs)
  if (series?.seriesType() === 'Candlestick')
    series.setData(slots.map((slot) => (slot.candle === null ? { time: secondsOf(slot.timeMs) } : barOf(slot.candle))))
  else series?.setData(slots.map((slot) => (slot.candle === null ? { time: secondsOf(slot.timeMs) } : pointOf(slot.candle))))
}

function updateData(series: Series, settings: PriceChartSettings, candle: ChartCandle): void {
  if (settings.kind === 'candles') series.update(barOf(candle))
  else series.update(pointOf(candle))
}

const barOf = (candle: ChartCandle) => ({
  time: secondsOf(candle.timeMs),
  open: candle.open,
  high: candle.high,
  low: candle.low,
  close: candle.close,
})
const pointOf = (candle: ChartCandle) => ({ time: secondsOf(candle.timeMs), value: candle.close })

/** The library counts in whole seconds; candles start on them. */
function secondsOf(timeMs: number): UTCTimestamp {
  return Math.floor(timeMs / 1000) as UTCTimestamp
}

function msOf(time: Time): number {
  return typeof time === 'number' ? time * 1000 : NaN
}

/** Colours come from tokens, which change with theme and price convention. */
function watchTheme(restyle: () => void): () => void {
  const observer = new MutationObserver(restyle)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-updown'] })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', restyle)
  return () => {
    observer.disconnect()
    dark.removeEventListener('change', restyle)
  }
}
