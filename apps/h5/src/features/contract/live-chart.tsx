import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { candleIntervalsMs } from '@candor/contract'
import type { CandleInterval, InstrumentView } from '@candor/contract'
import { candleWithPrice } from '@candor/ui'
import type { ChartCandle } from '@candor/ui'
import type { PriceChart, PriceChartSettings } from '@candor/ui/chart'
import { formatPrice } from '../../shared/format/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { realtime } from '../../shared/realtime/index.ts'
import { chartCandle } from './chart-model.ts'
import { axisTime } from './chart-time.ts'
import styles from './live-chart.module.css'
import type { PriceTone } from './price-tone.ts'

export interface LiveChartProps {
  readonly instrument: InstrumentView
  readonly interval: CandleInterval
  readonly kind: 'candles' | 'line'
  readonly tone: PriceTone
  /** Oldest first; null while they load. */
  readonly candles: readonly ChartCandle[] | null
  readonly onScrub: (candle: ChartCandle | null) => void
}

/** Draws the candles and keeps the newest one current. The chart's code arrives after the first paint. */
export function LiveChart({ instrument, interval, kind, tone, candles, onScrub }: LiveChartProps) {
  const { locale } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const chart = useChart(place, onScrub)
  const { symbol, decimals } = instrument
  // A change of tone restyles the chart where it stands; only other candles move it to the newest one.
  const newestTone = useRef(tone)

  useEffect(() => {
    newestTone.current = tone
    chart?.restyle(settingsOf({ locale, interval, kind, decimals, tone }))
  }, [chart, tone, locale, interval, kind, decimals])

  useEffect(() => {
    if (chart === null || candles === null) return
    chart.show(candles, settingsOf({ locale, interval, kind, decimals, tone: newestTone.current }))
  }, [chart, candles, locale, interval, kind, decimals])

  useEffect(() => {
    if (chart === null || candles === null) return
    let last = candles.at(-1) ?? null
    const take = (candle: ChartCandle) => {
      last = candle
      chart.update(candle)
    }
    const stopCandles = realtime.watchCandles({ symbol, interval }, (candle) => take(chartCandle(candle)))
    const stopQuotes = realtime.quotes.subscribe(symbol, (quote) => {
      if (quote.state === 'open') take(candleWithPrice(last, Number(quote.last), realtime.clock.nowMs(), candleIntervalsMs[interval]))
    })
    return () => {
      stopCandles()
      stopQuotes()
    }
  }, [chart, candles, symbol, interval])

  return <div ref={place} className={styles.chart} aria-hidden="true" />
}

interface SettingsInput {
  readonly locale: string
  readonly interval: CandleInterval
  readonly kind: 'candles' | 'line'
  readonly decimals: number
  readonly tone: PriceTone
}

function settingsOf({ locale, interval, kind, decimals, tone }: SettingsInput): PriceChartSettings {
  return {
    kind,
    tone,
    decimals,
    intervalMs: candleIntervalsMs[interval],
    formatPrice: (price) => formatPrice(locale, price.toFixed(decimals), decimals),
    formatTime: (timeMs, isDate) => axisTime(locale, timeMs, { isDate, interval }),
  }
}

/** The chart of a place once its code is there; a failed load is tried again when the page is opened anew. */
function useChart(place: RefObject<HTMLDivElement | null>, onScrub: (candle: ChartCandle | null) => void): PriceChart | null {
  const [chart, setChart] = useState<PriceChart | null>(null)
  useEffect(() => {
    let made: PriceChart | null = null
    let isGone = false
    void import('@candor/ui/chart').then(
      ({ createPriceChart }) => {
        if (isGone || place.current === null) return
        made = createPriceChart(place.current, onScrub)
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
  }, [place, onScrub])
  return chart
}
