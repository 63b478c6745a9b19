import { useTexts } from '../../shared/i18n/index.ts'
import { Recompute } from '../../shared/parts/index.ts'
import type { Odds } from './odds-model.ts'
import styles from './odds.module.css'

/** What a stranger can check of a figure: its source in words, and the command of the auditor. */
export function SourceFoot({ of, place }: { readonly of: 'days' | 'share'; readonly place: Odds['newestDay'] }) {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.source}>
        {t(`odds.source.${of}`)} {place === null ? null : <b>{t('odds.place', { index: place.index })}</b>}
      </p>
      <Recompute command={`npm run audit -- --log ${location.origin}`} />
    </>
  )
}
