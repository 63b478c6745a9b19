import { realtime } from '../../shared/api/realtime/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import chartStyles from './charts.module.css'
import { winRateOf } from './performance-model.ts'
import styles from './performance-page.module.css'
import { usePerformance } from './performance-queries.ts'
import { recentSpan } from './period-model.ts'
import { rateText } from './rate-text.ts'
import { curveSize, ResultCurve } from './result-curve.tsx'

/** The last 30 days in the first currency, beside another screen. Empty without closed contracts. */
export function PerformanceCard() {
  const { t, locale } = useTexts()
  const span = recentSpan('days30', realtime.clock.nowMs())
  const { data } = usePerformance(span)
  const sums = data?.items[0]
  if (sums === undefined) return null
  const rate = winRateOf(sums)
  return (
    <section className={styles.card} aria-labelledby="performance-card">
      <div className={chartStyles.beside}>
        <h2 id="performance-card">
          <a href={hrefOf('performance')}>{t('performance.title')}</a>
        </h2>
        <span>{t('performance.period.days30')}</span>
      </div>
      <p>
        <OwnMoney amount={sums.net} asset={sums.asset} sign="result" size="medium" />
      </p>
      {rate === null ? null : (
        <p className={styles.detail}>
          {t('performance.own', { percent: rateText(locale, rate.ownPpm) })}
          {' · '}
          {t('performance.breakEven', { percent: rateText(locale, rate.breakEvenPpm) })}
        </p>
      )}
      <ResultCurve bars={sums.days} asset={sums.asset} span={span} size={curveSize} />
    </section>
  )
}
