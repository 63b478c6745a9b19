import { useTexts } from '../../shared/i18n/index.ts'
import { Recompute } from '../../shared/parts/index.ts'
import type { Odds } from './odds-model.ts'
import styles from './odds.module.css'

interface SourceFootProps {
  readonly of: 'days' | 'share'
  readonly place: Odds['newestDay']
  /** Its name for the auditor. */
  readonly figure:
    | 'customers-who-lost'
    | 'payout-ratio'
    | 'wins-by-stake'
    | 'wins-by-duration'
    | 'void-contracts'
    | 'contracts'
  readonly days: number
}

/** What a stranger can check of a figure: its source in words, and the auditor's command that makes it again. */
export function SourceFoot({ of, place, figure, days }: SourceFootProps) {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.source}>
        {t(`odds.source.${of}`)} {place === null ? null : <b>{t('odds.place', { index: place.index })}</b>}
      </p>
      <Recompute command={`npm run audit -- --log ${location.origin} --figure ${figure} --days ${days}`} />
    </>
  )
}
