import { formatDecimal } from '@candor/money'
import { formatPercent } from '../../shared/format/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './odds-scale.module.css'

/** The scale of win rates: solid where a customer makes money, a tick at the coin flip. */
export function OddsScale({ permille }: { readonly permille: number }) {
  const { t, locale } = useTexts()
  const rate = formatPercent(locale, formatDecimal(BigInt(permille), 1), { decimals: 1 })
  const share = `${permille / 10}%`
  return (
    <div className={styles.scale}>
      <div className={styles.bar} role="img" aria-label={t('contract.confirm.scale', { rate })}>
        <i className={styles.solid} style={{ left: share }} />
        <i className={styles.coin} />
        <i className={styles.mark} style={{ left: share }} />
      </div>
      <p className={styles.legend} aria-hidden="true">
        <i />
        {t('contract.confirm.coin', { rate: formatPercent(locale, '50', { decimals: 0 }) })}
      </p>
    </div>
  )
}
