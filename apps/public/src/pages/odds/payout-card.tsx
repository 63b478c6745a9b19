import { formatCount, formatMoney } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, TooFew } from '../../shared/parts/index.ts'
import { ofEachHundred } from './odds-model.ts'
import type { Odds, OddsSpan } from './odds-model.ts'
import styles from './odds.module.css'
import { SourceFoot } from './source-foot.tsx'

/** Of everything that customers paid in, what came back. */
export function PayoutCard({ span, place }: { readonly span: OddsSpan; readonly place: Odds['newestDay'] }) {
  const { t, locale } = useTexts()
  const { decided, missing } = span.payout
  const hundred = ofEachHundred(span.payout)
  const foot = <SourceFoot of="days" place={place} figure="payout-ratio" days={span.days} />
  if (hundred === null)
    return (
      <Card title={t('odds.appears.payout')} foot={foot}>
        <TooFew have={decided} need={decided + missing} />
      </Card>
    )
  return (
    <Card title={t('odds.payout.title', { back: formatMoney(locale, hundred.back) })} foot={foot}>
      <div className={styles.bar} aria-hidden="true">
        <i style={{ width: `${Math.min(100, hundred.backPercent)}%` }} />
      </div>
      <p className={styles.ends}>
        <span>{t('odds.payout.back', { amount: formatMoney(locale, hundred.back) })}</span>
        <span>{t('odds.payout.kept', { amount: formatMoney(locale, hundred.kept) })}</span>
      </p>
      <p className={styles.sub}>{t('odds.payout.text', { count: formatCount(locale, decided) })}</p>
    </Card>
  )
}
