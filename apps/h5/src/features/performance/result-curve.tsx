import type { AssetPerformance } from '@candor/api'
import { formatDay, useTexts } from '../../shared/i18n/index.ts'
import { useAreAmountsHidden, useOwnMoney } from '../../shared/money/index.ts'
import { axisText } from './axis-text.ts'
import { valueScaleOf } from './chart-scale.ts'
import styles from './charts.module.css'
import { runningResults } from './performance-model.ts'
import type { Bar } from './performance-model.ts'
import type { Span } from './period-model.ts'
import { plotOf, SpanDates } from './plot.tsx'
import type { PlotSize } from './plot.tsx'

export const curveSize: PlotSize = { widthPx: 326, plotPx: 268, heightPx: 168, topPx: 12, footPx: 28 }

export interface ResultCurveProps {
  readonly bars: readonly Bar[]
  readonly asset: AssetPerformance['asset']
  readonly span: Span
  readonly size: PlotSize
}

/** The running result of a period as steps, in ink: one for each day with settled contracts. */
export function ResultCurve({ bars, asset, span, size }: ResultCurveProps) {
  const { plotPx } = size
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const areHidden = useAreAmountsHidden()
  const results = runningResults(bars)
  const last = results.at(-1)?.result ?? 0
  const scale = valueScaleOf(results.map(({ result }) => result))
  const { x, y } = plotOf(size, span, scale)
  // A day's step is at its noon.
  const steps = results.map(({ startMs, result }) => `H${x(startMs + 43_200_000).toFixed(1)}V${y(result).toFixed(1)}`)
  const label = t('performance.curve', {
    from: formatDay(locale, span.fromMs),
    to: formatDay(locale, span.toMs - 1),
    amount: ownMoney(String(last), asset, 'result'),
  })
  const labelled = scale.lines.filter((line) => Math.abs(y(line) - y(last)) > 17 && Math.abs(y(line) - y(0)) > 17)
  return (
    <svg className={styles.chart} viewBox={`0 0 ${size.widthPx} ${size.heightPx}`} role="img" aria-label={label}>
      {labelled.map((line) => (
        <path key={line} className={styles.line} d={`M0 ${y(line)}H${plotPx}`} />
      ))}
      <path className={styles.zero} d={`M0 ${y(0)}H${plotPx}`} />
      <path className={styles.curve} d={`M0 ${y(0)}${steps.join('')}H${plotPx}`} />
      <circle className={styles.dot} cx={plotPx} cy={y(last)} r={4} />
      {areHidden ? null : (
        <>
          {labelled.map((line) => (
            <text key={line} className={styles.axis} x={plotPx + 10} y={y(line) + 4}>
              {axisText(locale, line)}
            </text>
          ))}
          {Math.abs(y(0) - y(last)) > 17 ? (
            <text className={styles.axis} x={plotPx + 10} y={y(0) + 4}>
              {axisText(locale, 0)}
            </text>
          ) : null}
          <text className={styles.last} x={plotPx + 10} y={y(last) + 4}>
            {axisText(locale, last)}
          </text>
        </>
      )}
      <SpanDates span={span} size={size} />
    </svg>
  )
}
