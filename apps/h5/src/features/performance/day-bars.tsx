import type { AssetPerformance } from '@candor/api'
import { dayMs } from '@candor/formulas'
import { VisuallyHidden } from '@candor/ui'
import { formatCount, formatDay, formatMonth, useTexts } from '../../shared/i18n/index.ts'
import { useAreAmountsHidden, useOwnMoney } from '../../shared/money/index.ts'
import { axisText } from './axis-text.ts'
import { valueScaleOf } from './chart-scale.ts'
import styles from './charts.module.css'
import type { Bar } from './performance-model.ts'
import type { Span } from './period-model.ts'
import { plotOf, SpanDates, usePageSize } from './plot.tsx'
import type { PlotSize } from './plot.tsx'

const barsSize: PlotSize = { widthPx: 326, plotPx: 278, heightPx: 132, topPx: 8, footPx: 26 }

export interface DayBarsProps {
  readonly bars: readonly Bar[]
  readonly asset: AssetPerformance['asset']
  readonly areMonths: boolean
  readonly span: Span
}

/** The results of days, or of months: gains are filled bars, losses hollow ones. Listed in words for screen readers. */
export function DayBars({ bars, asset, areMonths, span }: DayBarsProps) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const title = t(areMonths ? 'performance.byMonth' : 'performance.byDay')
  const nameOf = (startMs: number) =>
    areMonths ? formatMonth(locale, startMs) : formatDay(locale, startMs + dayMs / 2)
  return (
    <section aria-labelledby="performance-days">
      <div className={styles.head}>
        <h2 id="performance-days">{title}</h2>
        <span>{t('performance.resultIn', { asset })}</span>
      </div>
      <div className={styles.card}>
        <Bars bars={bars} span={span} widthDays={areMonths ? 30 : 1} />
        <VisuallyHidden>
          <ul>
            {bars.map(({ startMs, contracts, net }) => (
              <li key={startMs}>
                {`${nameOf(startMs)}: ${ownMoney(net, asset, 'result')}, `}
                {t('performance.contracts', { count: contracts, shown: formatCount(locale, contracts) })}
              </li>
            ))}
          </ul>
        </VisuallyHidden>
      </div>
    </section>
  )
}

interface BarsProps {
  readonly bars: readonly Bar[]
  readonly span: Span
  readonly widthDays: number
}

function Bars({ bars, span, widthDays }: BarsProps) {
  const { locale } = useTexts()
  const areHidden = useAreAmountsHidden()
  const size = usePageSize(barsSize)
  const { plotPx } = size
  const scale = valueScaleOf(bars.map(({ net }) => Number(net)))
  const dayPx = (dayMs / (span.toMs - span.fromMs)) * plotPx
  const barPx = Math.min(20, Math.max(1.6, dayPx * widthDays * 0.65))
  const { x, y } = plotOf(size, span, scale)
  return (
    <svg className={styles.chart} viewBox={`0 0 ${size.widthPx} ${size.heightPx}`} aria-hidden="true">
      <path className={styles.line} d={`M0 ${y(0)}H${plotPx}`} />
      {bars.map(({ startMs, net }) => {
        const value = Number(net)
        const isLoss = value < 0
        return value === 0 ? null : (
          <rect
            key={startMs}
            className={isLoss ? styles.loss : styles.gain}
            x={Math.min(plotPx - barPx, x(startMs) + dayPx * widthDays * 0.175)}
            y={isLoss ? y(0) : y(value)}
            width={barPx}
            height={Math.max(1, Math.abs(y(value) - y(0)))}
            rx={Math.min(1.5, barPx / 2)}
          />
        )
      })}
      {areHidden
        ? null
        : [0, ...scale.lines]
            .filter((line) => line === 0 || Math.abs(y(line) - y(0)) > 14)
            .map((line) => (
              <text key={line} className={styles.axis} x={plotPx + 8} y={y(line) + 4}>
                {axisText(locale, line)}
              </text>
            ))}
      <SpanDates span={span} size={size} />
    </svg>
  )
}
