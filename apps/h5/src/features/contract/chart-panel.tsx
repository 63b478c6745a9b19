import { useMemo, useState } from 'react'
import { candleIntervals } from '@candor/contract'
import type { CandleInterval, InstrumentView } from '@candor/contract'
import { IconButton } from '@candor/ui'
import type { ChartCandle } from '@candor/ui'
import { CandlestickIcon } from '@candor/ui/icons/candlestick'
import { ChartLineIcon } from '@candor/ui/icons/shell'
import { TableIcon } from '@candor/ui/icons/trade'
import { formatPrice } from '../../shared/format/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { storedValue } from '../../shared/session/index.ts'
import { chartCandle, chartSummary } from './chart-model.ts'
import styles from './chart-panel.module.css'
import { CandleTable } from './candle-table.tsx'
import { chartTime } from './chart-time.ts'
import { useCandles } from './contract-queries.ts'
import { LiveChart } from './live-chart.tsx'
import type { PriceTone } from './price-tone.ts'

type Kind = 'candles' | 'line'

const lastInterval = storedValue<CandleInterval>({
  key: 'candor.chart.interval',
  parse: (text) => candleIntervals.find((known) => known === text) ?? null,
  fallback: '1m',
})
const lastKind = storedValue<Kind>({
  key: 'candor.chart.kind',
  parse: (text) => (text === 'line' || text === 'candles' ? text : null),
  fallback: 'candles',
})

export interface ChartPanelProps {
  readonly instrument: InstrumentView
  readonly name: string
  readonly tone: PriceTone
}

/** The chart with its interval, its kind, and its table for everyone who prefers one. */
export function ChartPanel({ instrument, name, tone }: ChartPanelProps) {
  const { t } = useTexts()
  const [interval, setShownInterval] = useState<CandleInterval>(lastInterval.get)
  const [kind, setKind] = useState<Kind>(lastKind.get)
  const [isTable, setIsTable] = useState(false)
  const [scrubbed, setScrubbed] = useState<ChartCandle | null>(null)
  const query = useCandles(instrument.symbol, interval)
  const candles = useMemo(() => query.data?.items.map(chartCandle) ?? null, [query.data])
  const other: Kind = kind === 'candles' ? 'line' : 'candles'
  return (
    <section className={styles.panel} aria-label={t('contract.chart.label')}>
      <div className={styles.tools}>
        <IntervalChoice
          value={interval}
          onValue={(chosen) => {
            lastInterval.set(chosen)
            setShownInterval(chosen)
          }}
        />
        <IconButton label={t('contract.chart.table')} onClick={() => setIsTable(true)}>
          <TableIcon size={20} />
        </IconButton>
        <IconButton
          label={t(`contract.chart.${other}`)}
          onClick={() => {
            lastKind.set(other)
            setKind(other)
          }}
        >
          {other === 'line' ? <ChartLineIcon size={20} /> : <CandlestickIcon size={20} />}
        </IconButton>
      </div>
      <div className={styles.place}>
        <LiveChart instrument={instrument} interval={interval} kind={kind} tone={tone} candles={candles} onScrub={setScrubbed} />
        <ChartSummaryText instrument={instrument} name={name} interval={interval} />
        {scrubbed === null ? null : <ScrubLine candle={scrubbed} decimals={instrument.decimals} interval={interval} />}
        {candles?.length === 0 ? <p className={styles.state}>{t('contract.chart.empty')}</p> : null}
        {query.isError && candles === null ? (
          <button type="button" className={styles.state} onClick={() => void query.refetch()}>
            {t('contract.chart.failed')} <u>{t('shared.action.retry')}</u>
          </button>
        ) : null}
      </div>
      {isTable && query.data !== undefined ? (
        <CandleTable
          name={name}
          interval={interval}
          decimals={instrument.decimals}
          candles={query.data.items}
          generatedUntilMs={query.data.generatedUntilMs}
          onClose={() => setIsTable(false)}
        />
      ) : null}
    </section>
  )
}

function IntervalChoice({ value, onValue }: { readonly value: CandleInterval; readonly onValue: (value: CandleInterval) => void }) {
  const { t } = useTexts()
  return (
    <div className={styles.intervals} role="radiogroup" aria-label={t('contract.interval')}>
      {candleIntervals.map((interval) => (
        <label key={interval} className={styles.interval}>
          <input type="radio" name="interval" checked={interval === value} onChange={() => onValue(interval)} />
          <span>{t(`contract.interval.${interval}`)}</span>
        </label>
      ))}
    </div>
  )
}

/** The chart in one sentence, for people who do not see it. */
function ChartSummaryText({
  instrument,
  name,
  interval,
}: {
  readonly instrument: InstrumentView
  readonly name: string
  readonly interval: CandleInterval
}) {
  const { t, locale } = useTexts()
  const { data } = useCandles(instrument.symbol, interval)
  const summary = data === undefined ? null : chartSummary(data.items)
  if (summary === null) return null
  const price = (text: string) => formatPrice(locale, text, instrument.decimals)
  return (
    <p className={styles.hidden}>
      {t('contract.chart.summary', {
        name,
        from: chartTime(locale, summary.fromMs, interval),
        to: chartTime(locale, summary.toMs, interval),
        open: price(summary.open),
        close: price(summary.close),
        high: price(summary.high),
        low: price(summary.low),
      })}
    </p>
  )
}

interface ScrubLineProps {
  readonly candle: ChartCandle
  readonly decimals: number
  readonly interval: CandleInterval
}

/** What lies under the finger: time, open, high, low, close. */
function ScrubLine({ candle, decimals, interval }: ScrubLineProps) {
  const { t, locale } = useTexts()
  const price = (value: number) => formatPrice(locale, value.toFixed(decimals), decimals)
  return (
    <p className={styles.scrub} aria-hidden="true">
      <b>{chartTime(locale, candle.timeMs, interval)}</b>
      <span>
        {t('contract.table.open')} {price(candle.open)}
      </span>
      <span>
        {t('contract.table.high')} {price(candle.high)}
      </span>
      <span>
        {t('contract.table.low')} {price(candle.low)}
      </span>
      <span>
        {t('contract.table.close')} {price(candle.close)}
      </span>
    </p>
  )
}
