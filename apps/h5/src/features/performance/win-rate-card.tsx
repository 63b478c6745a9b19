import type { AssetPerformance } from '@candor/api'
import { formatCount, formatPercent, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import styles from './charts.module.css'
import { rateScaleOf, winRateOf } from './performance-model.ts'
import type { WinRate } from './performance-model.ts'
import { rateText } from './rate-text.ts'

/** The win rate beside break-even and what coin flips reach, and what that says. */
export function WinRateCard({ sums }: { readonly sums: AssetPerformance }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const rate = winRateOf(sums)
  if (rate === null) return <p className={styles.card}>{t('performance.undecided')}</p>
  const { decided, won, neededWins, verdict, perContract } = rate
  const counts = { won: formatCount(locale, won), decided: formatCount(locale, decided) }
  return (
    <section className={styles.card} aria-labelledby="performance-rate">
      <h2 id="performance-rate" className={styles.title}>
        {neededWins === null
          ? t('performance.won', counts)
          : t('performance.wonNeeded', { ...counts, needed: formatCount(locale, neededWins) })}
      </h2>
      <Scale rate={rate} />
      <p className={styles.verdict}>
        {t(`performance.verdict.${verdict}`, { count: decided, shown: formatCount(locale, decided) })}{' '}
        {t('performance.perContract', { amount: ownMoney(perContract, sums.asset, 'result') })}
      </p>
    </section>
  )
}

function Scale({ rate }: { readonly rate: WinRate }) {
  const { t, locale } = useTexts()
  const whole = (value: number) => formatPercent(locale, String(value), { decimals: 0 })
  const scale = rateScaleOf(rate)
  const flips = { from: formatCount(locale, rate.coinFlips.from), to: formatCount(locale, rate.coinFlips.to) }
  return (
    <div className={styles.scale}>
      <p className={styles.legends}>
        <span className={styles.legend}>
          <i className={styles.ownSign} />
          {t('performance.own', { percent: rateText(locale, rate.ownPpm) })}
        </span>
        <span className={styles.legend}>
          <i className={styles.evenSign} />
          {t('performance.breakEven', { percent: rateText(locale, rate.breakEvenPpm) })}
        </span>
      </p>
      <div className={styles.track} aria-hidden="true">
        <i
          className={styles.flips}
          style={{ left: `${scale.flipsFrom}%`, width: `${scale.flipsTo - scale.flipsFrom}%` }}
        />
        <i className={styles.even} style={{ left: `${scale.breakEven}%` }} />
        <i className={styles.own} style={{ left: `${scale.own}%` }} />
      </div>
      <p className={styles.ends}>
        <span aria-hidden="true">{whole(scale.fromPercent)}</span>
        <span className={styles.legend}>
          <i className={styles.flipsSign} />
          {t('performance.coinFlips', flips)}
        </span>
        <span aria-hidden="true">{whole(scale.toPercent)}</span>
      </p>
    </div>
  )
}
