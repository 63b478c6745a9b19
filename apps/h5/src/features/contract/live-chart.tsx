import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { candleIntervalsMs } from '@candor/api'
import type { CandleInterval, CandleView, InstrumentView } from '@candor/api'
import { candleWithPrice } from '@candor/ui'
import type { ChartCandle, IndicatorName } from '@candor/ui'
import type { ChartPosition, ChartSight, PriceChart, PriceChartEvents, PriceChartSettings } from '@candor/ui/chart'
import { formatPrice, formatVolume, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import type { ChartKind } from './chart-choice.ts'
import { chartCandle } from './chart-model.ts'
import { axisTime } from './chart-time.ts'
import styles from './live-chart.module.css'
import type { PriceTone } from './price-tone.ts'

export interface LiveChartProps {
  readonly instrument: InstrumentView
  readonly interval: CandleInterval
  readonly kind: ChartKind
  readonly indicators: readonly IndicatorName[]
  readonly tone: PriceTone
  /** Oldest first; null while they load. */
  readonly candles: readonly ChartCandle[] | null
  readonly positions: readonly ChartPosition[]
  /** The chart in one sentence. */
  readonly summary: string
  /** The candle under the cursor, with its text. */
  readonly scrubbed: ChartCandle | null
  readonly valueText: string | null
  /** The marked candle, and the values of the panes there as text after a comma. */
  readonly onScrub: PriceChartEvents['onScrub']
  readonly onSight: (sight: ChartSight) => void
  readonly onPosition: (id: string) => void
  /** A candle from the socket. */
  readonly onTold: (candle: CandleView) => void
}

/** Candles that a page key moves the mark by. */
const pageStep = 10

/** Draws the candles and keeps the newest one current. Arrow keys move the cursor, like a finger. */
export function LiveChart(props: LiveChartProps) {
  const { candles, scrubbed } = props
  const place = useRef<HTMLDivElement>(null)
  const chart = useChart(place, props)
  useDrawing(chart, props)
  useNewest(chart, props)
  const last = Math.max(0, (candles?.length ?? 0) - 1)
  const at = scrubbed === null ? -1 : (candles?.findIndex(({ timeMs }) => timeMs === scrubbed.timeMs) ?? -1)
  return (
    <div
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={props.summary}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at < 0 ? last : at}
      aria-valuetext={props.valueText ?? undefined}
      onKeyDown={(event) => {
        const by = steps[event.key]
        if (by === undefined || chart === null) return
        event.preventDefault()
        chart.step(by)
      }}
      onBlur={() => chart?.step(null)}
    >
      <div ref={place} className={styles.drawing} aria-hidden="true" />
    </div>
  )
}

/** How far a key moves the cursor; null removes it. Other keys are not named. */
const steps: Partial<Record<string, number | null>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -pageStep,
  PageUp: pageStep,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
  Escape: null,
}

/**
 * Candles, looks and positions. Other candles of the same instrument and interval extend the history: the chart does
 * not move.
 */
function useDrawing(chart: PriceChart | null, props: LiveChartProps): void {
  const texts = useTexts()
  const { instrument, interval, kind, indicators, tone, candles, positions } = props
  const { symbol, decimals } = instrument
  const newestTone = useRef(tone)
  useEffect(() => {
    newestTone.current = tone
    chart?.restyle(settingsOf({ texts, interval, kind, indicators, decimals, tone }))
  }, [chart, tone, texts, interval, kind, indicators, decimals])
  useEffect(() => {
    if (chart === null || candles === null) return
    chart.show(
      { name: `${symbol} ${interval}`, candles },
      settingsOf({ texts, interval, kind, indicators, decimals, tone: newestTone.current }),
    )
  }, [chart, candles, texts, symbol, interval, kind, indicators, decimals])
  useEffect(() => {
    chart?.showPositions(positions)
  }, [chart, positions])
}

/** The newest candle follows the socket's candles, and the prices between them. */
function useNewest(chart: PriceChart | null, { instrument, interval, candles, onTold }: LiveChartProps): void {
  const { symbol } = instrument
  const isShown = candles !== null
  const newest = useRef<ChartCandle | null>(null)
  useEffect(() => {
    const last = candles?.at(-1) ?? null
    if (last !== null && last.timeMs >= (newest.current?.timeMs ?? 0)) newest.current = last
  }, [candles])
  useEffect(() => {
    if (chart === null || !isShown) return
    const take = (candle: ChartCandle) => {
      newest.current = candle
      chart.update(candle)
    }
    const stopCandles = realtime.watchCandles({ symbol, interval }, (candle) => {
      onTold(candle)
      take(chartCandle(candle))
    })
    const stopQuotes = realtime.quotes.subscribe(symbol, (quote) => {
      if (quote.state !== 'open') return
      take(candleWithPrice(newest.current, Number(quote.last), realtime.clock.nowMs(), candleIntervalsMs[interval]))
    })
    return () => {
      stopCandles()
      stopQuotes()
    }
  }, [chart, isShown, symbol, interval, onTold])
}

interface SettingsInput {
  readonly texts: Texts
  readonly interval: CandleInterval
  readonly kind: ChartKind
  readonly indicators: readonly IndicatorName[]
  readonly decimals: number
  readonly tone: PriceTone
}

function settingsOf({
  texts: { t, locale },
  interval,
  kind,
  indicators,
  decimals,
  tone,
}: SettingsInput): PriceChartSettings {
  return {
    kind,
    tone,
    indicators,
    decimals,
    intervalMs: candleIntervalsMs[interval],
    formatPrice: (price, form) => {
      const shown = form === 'mean' ? decimals + 1 : decimals
      const text = price.toFixed(shown)
      return form === 'tick' ? formatPrice(locale, String(Number(text))) : formatPrice(locale, text, shown)
    },
    formatTime: (timeMs, isDate) => axisTime(locale, timeMs, { isDate, interval }),
    windowNames: { entry: t('contract.window.entry'), exit: t('contract.window.exit') },
    volumeName: t('contract.volume'),
    formatVolume: (volume) => formatVolume(locale, volume.toFixed(6)),
    nowMs: realtime.clock.nowMs,
  }
}

/** The chart of an element once its code is loaded; a failed load is retried when the page is reopened. */
function useChart(place: RefObject<HTMLDivElement | null>, events: PriceChartEvents): PriceChart | null {
  const [chart, setChart] = useState<PriceChart | null>(null)
  const newest = useRef(events)
  useEffect(() => {
    newest.current = events
  })
  useEffect(() => {
    let made: PriceChart | null = null
    let isGone = false
    void import('@candor/ui/chart').then(
      ({ createPriceChart }) => {
        if (isGone || place.current === null) return
        made = createPriceChart(place.current, {
          onScrub: (candle, paneText) => newest.current.onScrub(candle, paneText),
          onSight: (sight) => newest.current.onSight(sight),
          onPosition: (id) => newest.current.onPosition(id),
        })
        setChart(made)
      },
      // Without its chart the page still sells: price, summary and table are there.
      () => undefined,
    )
    return () => {
      isGone = true
      made?.dispose()
      setChart(null)
    }
  }, [place])
  return chart
}
