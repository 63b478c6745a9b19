import { ColorType, TrackingModeExitMode } from 'lightweight-charts'
import type {
  CandlestickSeriesPartialOptions,
  ChartOptions,
  DeepPartial,
  LineSeriesPartialOptions,
  Time,
} from 'lightweight-charts'
import type { PriceChartSettings } from './chart-settings.ts'

/** Colours of the tokens, as the drawing surface needs them. */
export interface ChartPalette {
  readonly font: string
  readonly background: string
  readonly text: string
  readonly quietText: string
  readonly line: string
  readonly up: string
  readonly down: string
  readonly staleTag: string
  readonly off: string
  readonly middleText: string
  readonly upSoft: string
  readonly downSoft: string
  readonly evidence: string
  readonly evidenceSoft: string
}

/** Reads the colours that are valid at an element now. */
export function chartPalette(element: Element): ChartPalette {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    font: style.fontFamily,
    background: token('--bg'),
    text: token('--text'),
    quietText: token('--text-3'),
    line: token('--line'),
    up: token('--up'),
    down: token('--down'),
    staleTag: token('--surface-3'),
    off: token('--text-off'),
    middleText: token('--text-2'),
    upSoft: token('--up-soft'),
    downSoft: token('--down-soft'),
    evidence: token('--evidence'),
    evidenceSoft: token('--evidence-soft'),
  }
}

/** Free positions right of the newest candle. Not among the options below: setting it moves the chart. */
export const freePlaces = 3

/**
 * Few hairlines, labels at the right, no frame; one finger scrubs (own handler), two fingers zoom, a mouse drags.
 */
export function chartOptions(palette: ChartPalette, settings: PriceChartSettings): DeepPartial<ChartOptions> {
  return {
    layout: {
      background: { type: ColorType.Solid, color: palette.background },
      textColor: palette.middleText,
      fontFamily: palette.font,
      fontSize: 10.5,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: palette.line } },
    rightPriceScale: {
      borderVisible: false,
      scaleMargins: { top: 0.12, bottom: 0.1 },
      // The labels are our own (`PriceMarks`); the library's still give the axis its width.
      textColor: 'transparent',
      tickMarkDensity: 5,
    },
    timeScale: {
      borderVisible: false,
      allowBoldLabels: false,
      timeVisible: true,
      secondsVisible: settings.intervalMs < 60_000,
      minBarSpacing: 2,
      tickMarkFormatter: (time: Time, mark: number) =>
        typeof time === 'number' ? settings.formatTime(time * 1000, mark < timeMark) : null,
    },
    localization: {
      timeFormatter: (time: Time) => (typeof time === 'number' ? settings.formatTime(time * 1000, false) : ''),
    },
    crosshair: {
      vertLine: { color: palette.quietText, labelVisible: false },
      horzLine: { visible: false, labelVisible: false },
    },
    // Otherwise a long touch keeps the crosshair until the next tap.
    trackingMode: { exitMode: TrackingModeExitMode.OnTouchEnd },
    handleScroll: { horzTouchDrag: false, vertTouchDrag: false },
  }
}

/** The library's marks below this are changes of day, month and year. */
const timeMark = 3

/** The tag of the current price is ink; grey while it is not live. */
export function tagColour(palette: ChartPalette, { tone }: PriceChartSettings): string {
  return tone === 'live' ? palette.text : palette.staleTag
}

/**
 * Up candles are hollow, down candles filled; a line is ink, because it has no single direction. `onTicks` receives the
 * prices of the axis labels.
 */
export function seriesColours(
  palette: ChartPalette,
  settings: PriceChartSettings,
  onTicks: (prices: readonly number[]) => void,
): CandlestickSeriesPartialOptions & LineSeriesPartialOptions {
  const isClosed = settings.tone === 'closed'
  const up = isClosed ? palette.off : palette.up
  const down = isClosed ? palette.off : palette.down
  return {
    color: isClosed ? palette.off : palette.text,
    priceLineColor: tagColour(palette, settings),
    upColor: palette.background,
    downColor: down,
    borderUpColor: up,
    borderDownColor: down,
    wickUpColor: up,
    wickDownColor: down,
    // Of the series, not of the chart: other panes have other scales.
    priceFormat: {
      type: 'custom',
      minMove: 10 ** -settings.decimals,
      formatter: (price: number) => settings.formatPrice(price),
      tickmarksFormatter: (prices: readonly number[]) => {
        onTicks(prices)
        return prices.map((price) => settings.formatPrice(price, 'tick'))
      },
    },
  }
}
