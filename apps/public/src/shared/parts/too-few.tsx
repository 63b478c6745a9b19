import { formatCount } from '@candor/ui/format'
import { useTexts } from '../i18n/index.ts'
import styles from './parts.module.css'

/** In place of figures that so few cases would make look like chance: how many there are, and how many are missing. */
export function TooFew({ have, need }: { readonly have: number; readonly need: number }) {
  const { t, locale } = useTexts()
  return (
    <div className={styles.tooFew}>
      <b>{t('shared.tooFew.title')}</b>
      <span className={styles.sub}>
        {t('shared.tooFew.text', {
          have: formatCount(locale, have),
          need: formatCount(locale, need),
          missing: formatCount(locale, Math.max(0, need - have)),
        })}
      </span>
    </div>
  )
}
