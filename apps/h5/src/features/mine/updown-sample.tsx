import type { Updown } from '../../shared/device/index.ts'
import { formatPercent, useTexts } from '../../shared/i18n/index.ts'
import styles from './updown-sample.module.css'

/** How a rise and a fall look under a convention, whatever is selected. */
export function UpdownSample({ updown }: { readonly updown: Updown }) {
  const { locale } = useTexts()
  const percent = (text: string) => formatPercent(locale, text, { decimals: 2, sign: 'result' })
  return (
    <span data-updown={updown} className={styles.sample}>
      <span className={styles.up}>▲{percent('0.62')}</span>
      <span className={styles.down}>▼{percent('-1.38')}</span>
    </span>
  )
}
