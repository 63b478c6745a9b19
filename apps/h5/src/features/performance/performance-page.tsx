import { useState } from 'react'
import type { AssetPerformance } from '@candor/api'
import { Button, Segmented } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { realtime } from '../../shared/api/realtime/index.ts'
import { ChipRadios } from '../../shared/forms/chip-radios/index.ts'
import { formatCount, formatDay, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { EmptyState, Loaded, navigation, Placeholders, screenOf } from '../../shared/page/index.ts'
import { PeriodButton } from '../../shared/page/period/index.ts'
import { DayBars } from './day-bars.tsx'
import { MarketResults } from './market-results.tsx'
import { barsOf } from './performance-model.ts'
import styles from './performance-page.module.css'
import { usePerformance } from './performance-queries.ts'
import { areBarsMonths, monthSpan, recentPeriods, recentSpan } from './period-model.ts'
import type { RecentPeriod, Span } from './period-model.ts'
import { usePageSize } from './plot.tsx'
import { curveSize, ResultCurve } from './result-curve.tsx'
import { WinRateCard } from './win-rate-card.tsx'

/** What the customer's contracts came to in a period. */
export const PerformancePage = screenOf({ title: 'performance.title', signedOut: 'performance.signedOut' }, Performance)

function Performance() {
  const { t } = useTexts()
  const [recent, setRecent] = useState<RecentPeriod>('days30')
  const [month, setMonth] = useState<string | null>(null)
  const nowMs = realtime.clock.nowMs()
  const span = month === null ? recentSpan(recent, nowMs) : monthSpan(month, nowMs)
  const performance = usePerformance(span)
  return (
    <div className={styles.page}>
      <div className={styles.periods}>
        <ChipRadios
          look="filled"
          label={t('performance.period')}
          options={recentPeriods.map((value) => ({ value, label: t(`performance.period.${value}`) }))}
          value={month === null ? recent : null}
          onValue={(chosen) => {
            setMonth(null)
            setRecent(recentPeriods.find((known) => known === chosen) ?? recent)
          }}
        />
        <PeriodButton month={month} onMonth={setMonth} />
      </div>
      <Loaded queries={{ performance }} failed={t('performance.failed')} skeleton={<PerformanceSkeleton />}>
        {(read) => <OfAssets items={read.performance.items} span={span} />}
      </Loaded>
    </div>
  )
}

function OfAssets({ items, span }: { readonly items: readonly AssetPerformance[]; readonly span: Span }) {
  const { t } = useTexts()
  const [asset, setAsset] = useState<AssetPerformance['asset'] | null>(null)
  const sums = items.find((item) => item.asset === asset) ?? items[0]
  if (sums === undefined) {
    return (
      <EmptyState icon={ReceiptIcon} texts={['performance.empty.title', 'performance.empty.text']}>
        <Button tone="quiet" onClick={() => navigation.navigate('contractOrders')}>
          {t('performance.empty.action')}
        </Button>
      </EmptyState>
    )
  }
  const areMonths = areBarsMonths(span)
  const bars = barsOf(sums.days, areMonths)
  return (
    <>
      {items.length > 1 ? (
        <Segmented
          label={t('performance.asset')}
          options={items.map((item) => ({ value: item.asset, label: item.asset }))}
          value={sums.asset}
          onValue={setAsset}
        />
      ) : null}
      <Result sums={sums} span={span} />
      <WinRateCard sums={sums} />
      <MarketResults sums={sums} />
      <DayBars bars={bars} asset={sums.asset} areMonths={areMonths} span={span} />
      <p className={styles.note}>{t('performance.note')}</p>
    </>
  )
}

function Result({ sums, span }: { readonly sums: AssetPerformance; readonly span: Span }) {
  const { t, locale } = useTexts()
  const ownMoney = useOwnMoney()
  const size = usePageSize(curveSize)
  return (
    <section className={styles.card} aria-labelledby="performance-result">
      <h2 id="performance-result" className={styles.label}>
        {t('performance.result', { from: formatDay(locale, span.fromMs), to: formatDay(locale, span.toMs - 1) })}
      </h2>
      <p className={styles.hero}>
        <ExactMoney amount={sums.net} asset={sums.asset} sign="result" size="hero" />
      </p>
      <p className={styles.detail}>
        {t('performance.contracts', { count: sums.contracts, shown: formatCount(locale, sums.contracts) })}
        {' · '}
        {t('performance.fees', { amount: ownMoney(sums.fees) })}
      </p>
      <ResultCurve bars={sums.days} asset={sums.asset} span={span} size={size} />
    </section>
  )
}

function PerformanceSkeleton() {
  return <Placeholders className={styles.page} blocks={[290, 180, 230]} />
}
