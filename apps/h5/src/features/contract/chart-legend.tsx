import { candleIntervalsMs } from '@candor/api'
import type { CandleInterval, CandleView, InstrumentView } from '@candor/api'
import type { ChartCandle } from '@candor/ui'
import { formatCount, formatPrice, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import type { ChartKind } from './chart-choice.ts'
import { chartSummary, closingSlot } from './chart-model.ts'
import styles from './chart-legend.module.css'
import { chartTime } from './chart-time.ts'

interface SummaryInput {
  readonly instrument: InstrumentView
  readonly name: string
  readonly interval: CandleInterval
  readonly candles: readonly CandleView[]
}

/** The chart's content in one sentence, for people who cannot see it. */
export function summaryText({ t, locale }: Texts, { instrument, name, interval, candles }: SummaryInput): string {
  const summary = chartSummary(candles)
  if (summary === null) return t('contract.chart.label')
  const price = (text: string) => formatPrice(locale, text, instrument.decimals)
  return t('contract.chart.summary', {
    name,
    from: chartTime(locale, summary.fromMs, interval),
    to: chartTime(locale, summary.toMs, interval),
    open: price(summary.open),
    close: price(summary.close),
    high: price(summary.high),
    low: price(summary.low),
  })
}

interface CandleInput {
  readonly candle: ChartCandle
  readonly decimals: number
  readonly interval: CandleInterval
  readonly kind: ChartKind
}

/** One candle as text: its prices, by their first letters where it is short, and the slot that closed it. */
export function candleWords(
  texts: Texts,
  { candle, decimals, interval, kind }: CandleInput,
  isShort = false,
): readonly string[] {
  const { t, locale } = texts
  const price = (value: number) => formatPrice(locale, value.toFixed(decimals), decimals)
  const prices =
    kind === 'line'
      ? [`${t('contract.table.price')} ${price(candle.close)}`]
      : (['open', 'high', 'low', 'close'] as const).map(
          (name) => `${isShort ? name.charAt(0).toUpperCase() : t(`contract.table.${name}`)} ${price(candle[name])}`,
        )
  return [...prices, ...slotWords(texts, candle, interval)]
}

function slotWords({ t, locale }: Texts, candle: ChartCandle, interval: CandleInterval): readonly string[] {
  const [genesisMs, slot] = [realtime.clock.genesisMs(), realtime.clock.slot()]
  // Candles before the market's first slot were generated: they have no slot.
  if (genesisMs === null || slot === null || candle.timeMs < genesisMs) return []
  const closing = closingSlot(candle, candleIntervalsMs[interval], { genesisMs, slot })
  return [t('contract.chart.slot', { slot: formatCount(locale, closing) })]
}

/** Time, prices and slot under the finger, in the place of the intervals. What has no room is left out. */
export function ScrubLine(input: CandleInput) {
  const texts = useTexts()
  return (
    <p className={styles.scrub} aria-hidden="true">
      <b>{chartTime(texts.locale, input.candle.timeMs, input.interval)}</b>
      {candleWords(texts, input, true).map((words) => (
        <span key={words}>{words}</span>
      ))}
    </p>
  )
}
