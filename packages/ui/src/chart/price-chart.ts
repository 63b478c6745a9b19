import { ColorType, CrosshairMode, createChart } from 'lightweight-charts'
import type { IChartApi, Logical } from 'lightweight-charts'
import { withGaps, withNewerCandles } from './chart-candle.ts'
import type { ChartCandle, ChartSlot } from './chart-candle.ts'
import { chartOptions, chartPalette, freePlaces, seriesColours } from './chart-palette.ts'
import type { ChartPalette } from './chart-palette.ts'
import { placeOfTime } from './chart-place.ts'
import { scrubByTouch } from './chart-scrub.ts'
import type { TouchScrub } from './chart-scrub.ts'
import { addPrices, secondsOf, setPrices, updatePrices } from './chart-series.ts'
import type { Series } from './chart-series.ts'
import type { ChartPosition, PriceChartSettings } from './chart-settings.ts'
import type { IndicatorSeries, PositionLines } from './drawing-parts.ts'
import { PriceMarks } from './price-marks.ts'
import type { MarkedChart } from './price-marks.ts'

export interface PriceChartEvents {
  /** The candle under finger, pointer or key, with the panes' values after a comma; null when it leaves. */
  readonly onScrub: (candle: ChartCandle | null, paneText: string) => void
  /**
   * The visible range: the times of its first and last candle, and whether its left end is (nearly) the oldest candle.
   */
  readonly onSight: (sight: ChartSight) => void
  /** The open contract whose line was tapped. */
  readonly onPosition: (id: string) => void
}

export interface ChartSight {
  readonly fromMs: number
  readonly toMs: number
  readonly isNearStart: boolean
}

export interface ShownCandles {
  /** Identifies the series: other candles under the same name extend its history, and nothing moves. */
  readonly name: string
  /** Oldest first. */
  readonly candles: readonly ChartCandle[]
}

export interface PriceChart {
  /** Shows candles: of another series from its newest on, of the same one where it stands. */
  readonly show: (shown: ShownCandles, settings: PriceChartSettings) => void
  /** Changes kind, tone, indicators and formats without moving. */
  readonly restyle: (settings: PriceChartSettings) => void
  /** Replaces the newest candle or adds one after it. */
  readonly update: (candle: ChartCandle) => void
  /** Shows contracts: the first one, if it is open, has the zone. */
  readonly showPositions: (positions: readonly ChartPosition[]) => void
  /** Moves the cursor by a number of candles, from the newest at first; null removes it. */
  readonly step: (by: number | null) => void
  readonly dispose: () => void
}

/** Older history is requested within this many positions of the oldest candle. */
const nearStartPlaces = 40
/** A moving chart reports its range after resting for this long. */
const restMs = 120
/** The axis is wide enough for the tag of a price: its digits, and what is around them. */
const leastAxisPx = 62
const digitPx = 6.6
const aroundTagPx = 15

const lateParts = () => import('./drawing-parts.ts')
/** Without a late part, the chart stays as it is. */
const stayWithout = (): void => undefined

/** Draws prices into an element: candles or a line, indicators, and open contracts. */
export function createPriceChart(element: HTMLElement, events: PriceChartEvents): PriceChart {
  return new ChartDrawing(element, events)
}

class ChartDrawing implements PriceChart {
  readonly #priced: MarkedChart = {
    palette: () => this.#palette,
    settings: () => this.#settings,
    ticks: () => this.#ticks,
    newest: () => this.#candles.at(-1) ?? null,
    entry: () => this.#positions[0]?.entryPrice ?? null,
  }
  readonly #marks = new PriceMarks(this.#priced)
  readonly #element: HTMLElement
  readonly #events: PriceChartEvents
  readonly #chart: IChartApi
  readonly #touch: TouchScrub
  readonly #stops: readonly (() => void)[]
  // Few charts have open contracts or indicators: their code is loaded when it is needed first.
  #lines: PositionLines | null = null
  #indicators: IndicatorSeries | null = null
  #isGone = false
  #series: Series | null = null
  #settings: PriceChartSettings | null = null
  #palette: ChartPalette
  #name: string | null = null
  #candles: ChartCandle[] = []
  #slots: ChartSlot[] = []
  #ticks: readonly number[] = []
  #marked: ChartCandle | null = null
  #positions: readonly ChartPosition[] = []
  #nextId: string | null = null
  #resting: ReturnType<typeof setTimeout> | undefined

  constructor(element: HTMLElement, events: PriceChartEvents) {
    this.#element = element
    this.#events = events
    this.#palette = chartPalette(element)
    this.#chart = createChart(element, {
      autoSize: true,
      crosshair: { mode: CrosshairMode.Magnet },
      // The library's own background is white until the first prices bring the other options.
      layout: { attributionLogo: false, background: { type: ColorType.Solid, color: this.#palette.background } },
      timeScale: { rightOffset: freePlaces },
    })
    this.#touch = this.#watchFingers()
    this.#stops = [
      this.#touch.stop,
      this.#watchPointer(),
      this.#watchTaps(),
      this.#watchSight(),
      watchTheme(() => this.#restyleAgain()),
    ]
  }

  show({ name, candles }: ShownCandles, settings: PriceChartSettings): void {
    const isSame = name === this.#name
    this.#name = name
    this.#candles = isSame ? withNewerCandles(candles, this.#candles) : [...candles]
    this.restyle(settings)
    if (!isSame) this.#chart.timeScale().scrollToRealTime()
    this.#tellSightSoon()
  }

  restyle(settings: PriceChartSettings): void {
    if (this.#series !== null && this.#settings?.kind !== settings.kind) {
      this.#detach(this.#series)
      this.#chart.removeSeries(this.#series)
      this.#series = null
      this.#mark(null)
    }
    this.#settings = settings
    this.#palette = chartPalette(this.#element)
    this.#chart.applyOptions(chartOptions(this.#palette, settings))
    if (this.#series === null) {
      this.#series = addPrices(this.#chart, settings.kind, () => 10 ** -(this.#settings?.decimals ?? 0))
      this.#series.attachPrimitive(this.#marks)
      if (this.#lines !== null) this.#series.attachPrimitive(this.#lines)
      if (settings.kind === 'line') this.#drawLineEnd(this.#series).catch(stayWithout)
    }
    this.#series.applyOptions(seriesColours(this.#palette, settings, (prices) => (this.#ticks = prices)))
    this.#draw(this.#series, settings)
  }

  update(candle: ChartCandle): void {
    const last = this.#candles.at(-1)
    const [series, settings] = [this.#series, this.#settings]
    if (series === null || settings === null || (last !== undefined && candle.timeMs < last.timeMs)) return
    const isNew = last?.timeMs !== candle.timeMs
    if (isNew) this.#candles.push(candle)
    else this.#candles[this.#candles.length - 1] = candle
    if (isNew && last !== undefined && candle.timeMs - last.timeMs > settings.intervalMs) {
      // Prices were missing in between: the gap needs its positions.
      this.#draw(series, settings)
      return
    }
    const slot = { timeMs: candle.timeMs, candle }
    if (isNew) this.#slots.push(slot)
    else this.#slots[this.#slots.length - 1] = slot
    updatePrices(series, slot)
    this.#indicators?.update(this.#slots, settings)
  }

  showPositions(positions: readonly ChartPosition[]): void {
    this.#positions = positions
    this.#fitAxis()
    if (positions.length > 0 || this.#lines !== null) this.#drawPositions().catch(stayWithout)
    const [next] = positions
    if (next?.id === this.#nextId) return
    this.#nextId = next?.id ?? null
    this.#makeRoomFor(next ?? null)
  }

  step(by: number | null): void {
    if (by === null) {
      this.#mark(null)
      return
    }
    const marked = this.#marked
    const from =
      marked === null ? this.#candles.length : this.#candles.findIndex(({ timeMs }) => timeMs === marked.timeMs)
    const candle = this.#candles[Math.max(0, Math.min(this.#candles.length - 1, from + by))]
    if (candle === undefined) return
    this.#bringIntoSight(candle)
    this.#mark(candle)
  }

  dispose(): void {
    clearTimeout(this.#resting)
    for (const stop of this.#stops) stop()
    this.#isGone = true
    // The library detaches primitives of removed series only, and would still draw them.
    if (this.#series !== null) this.#detach(this.#series)
    this.#chart.remove()
  }

  #draw(series: Series, settings: PriceChartSettings): void {
    this.#slots = [...withGaps(this.#candles, settings.intervalMs)]
    setPrices(series, this.#slots)
    this.#fitAxis()
    if (settings.indicators.length > 0 || this.#indicators !== null) this.#drawIndicators().catch(stayWithout)
  }

  async #drawPositions(): Promise<void> {
    const { PositionLines } = await lateParts()
    if (this.#isGone) return
    if (this.#lines === null) {
      this.#lines = new PositionLines({
        placeOf: (timeMs) => this.#placeOf(timeMs),
        xOf: (timeMs) => this.#xOf(timeMs),
        palette: () => this.#palette,
        settings: () => this.#settings,
      })
      this.#series?.attachPrimitive(this.#lines)
    }
    this.#lines.show(this.#positions)
  }

  async #drawLineEnd(series: Series): Promise<void> {
    const { LineEnd } = await lateParts()
    if (this.#series === series && !this.#isGone) series.attachPrimitive(new LineEnd(this.#priced))
  }

  async #drawIndicators(): Promise<void> {
    const { IndicatorSeries } = await lateParts()
    if (this.#isGone || this.#settings === null || this.#series === null) return
    this.#indicators ??= new IndicatorSeries(this.#chart)
    const { priceFormat } = this.#series.options()
    this.#indicators.set(this.#slots, this.#settings, { palette: this.#palette, priceFormat })
  }

  #detach(series: Series): void {
    series.detachPrimitive(this.#marks)
    if (this.#lines !== null) series.detachPrimitive(this.#lines)
  }

  #fitAxis(): void {
    const close = this.#candles.at(-1)?.close ?? 0
    const tag = this.#settings?.formatPrice(close, this.#positions.length > 0 ? 'mean' : undefined) ?? ''
    const minimumWidth = Math.max(leastAxisPx, Math.ceil(tag.length * digitPx + aroundTagPx))
    this.#chart.applyOptions({ rightPriceScale: { minimumWidth } })
  }

  #mark(candle: ChartCandle | null): void {
    this.#marked = candle
    if (this.#series !== null && candle !== null)
      this.#chart.setCrosshairPosition(candle.close, secondsOf(candle.timeMs), this.#series)
    else this.#chart.clearCrosshairPosition()
    this.#scrub(candle)
  }

  #scrub(candle: ChartCandle | null): void {
    this.#events.onScrub(candle, this.#indicators?.mark(candle) ?? '')
  }

  #bringIntoSight(candle: ChartCandle): void {
    const scale = this.#chart.timeScale()
    const sight = scale.getVisibleLogicalRange()
    const place = this.#placeOf(candle.timeMs)
    if (sight === null || place === null || (place > sight.from + 1 && place < sight.to - 1)) return
    scale.scrollToPosition(place - (this.#slots.length - 1) + (sight.to - sight.from) / 2, false)
  }

  /**
   * Keeps the end of the next contract visible if it is near: future time is to scale. A chart scrolled to the past
   * stays there.
   */
  #makeRoomFor(next: ChartPosition | null): void {
    const [place, scale] = [next === null ? null : this.#placeOf(next.exitAtMs), this.#chart.timeScale()]
    if (scale.scrollPosition() < 0) return
    const wanted = place === null ? freePlaces : Math.ceil(place - this.#slots.length + 1)
    const most = Math.floor(scale.width() / scale.options().barSpacing / 3)
    scale.applyOptions({ rightOffset: Math.max(freePlaces, wanted > most ? freePlaces : wanted) })
  }

  #placeOf(timeMs: number): number | null {
    return this.#settings === null ? null : placeOfTime(this.#slots, timeMs, this.#settings.intervalMs)
  }

  #xOf(timeMs: number): number | null {
    const place = this.#placeOf(timeMs)
    if (place === null) return null
    // Half a position back: a candle is centred in its interval. The library knows whole positions only.
    const whole = Math.floor(place - 0.5)
    const scale = this.#chart.timeScale()
    const x = scale.logicalToCoordinate(whole as Logical)
    return x === null ? null : x + (place - 0.5 - whole) * scale.options().barSpacing
  }

  #candleAt(timeMs: number): ChartCandle | null {
    return this.#candles.find((candle) => candle.timeMs === timeMs) ?? null
  }

  #watchFingers(): TouchScrub {
    return scrubByTouch(this.#element, {
      candleAtX: (x) => {
        const time = this.#chart.timeScale().coordinateToTime(x)
        return typeof time === 'number' ? this.#candleAt(time * 1000) : null
      },
      mark: (candle) => this.#mark(candle),
      move: (byPx) => {
        const scale = this.#chart.timeScale()
        scale.scrollToPosition(scale.scrollPosition() - byPx / scale.options().barSpacing, false)
      },
    })
  }

  #watchPointer(): () => void {
    const tell: Parameters<IChartApi['subscribeCrosshairMove']>[0] = ({ time, sourceEvent }) => {
      // The library clears its crosshair when a finger lifts; the mark stays a moment longer.
      if (sourceEvent === undefined) {
        if (time === undefined && this.#marked !== null) this.#mark(this.#marked)
        return
      }
      // It has one of its own for a long touch, too. Fingers mark by themselves.
      if (!this.#touch.isTouched()) this.#scrub(typeof time === 'number' ? this.#candleAt(time * 1000) : null)
    }
    this.#chart.subscribeCrosshairMove(tell)
    return () => this.#chart.unsubscribeCrosshairMove(tell)
  }

  #watchTaps(): () => void {
    const tell: Parameters<IChartApi['subscribeClick']>[0] = ({ point, paneIndex }) => {
      const tapped = point === undefined || paneIndex !== 0 ? null : (this.#lines?.at(point.y) ?? null)
      if (tapped !== null) this.#events.onPosition(tapped.id)
    }
    this.#chart.subscribeClick(tell)
    return () => this.#chart.unsubscribeClick(tell)
  }

  #watchSight(): () => void {
    const tell = () => this.#tellSightSoon()
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(tell)
    return () => this.#chart.timeScale().unsubscribeVisibleLogicalRangeChange(tell)
  }

  #tellSightSoon(): void {
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.#tellSight(), restMs)
  }

  #tellSight(): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    if (range === null) return
    const inSight = this.#slots.slice(Math.max(0, Math.ceil(range.from)), Math.max(0, Math.floor(range.to) + 1))
    const [first] = inSight
    const last = inSight.at(-1)
    if (first === undefined || last === undefined) return
    this.#events.onSight({ fromMs: first.timeMs, toMs: last.timeMs, isNearStart: range.from < nearStartPlaces })
  }

  #restyleAgain(): void {
    if (this.#settings !== null) this.restyle(this.#settings)
  }
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
