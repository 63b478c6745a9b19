import { formatDecimal } from '@candor/money'
import { formatPercent, useTexts } from '../../../shared/i18n/index.ts'
import styles from './odds-scale.module.css'
import { winRate } from './record-model.ts'
import { useRecord } from './use-record.ts'

/**
 * The scale of win rates: solid where a customer makes money, a tick at the coin flip, a ring at the customer's own
 * rate, if known.
 */
export function OddsScale({ permille }: { readonly permille: number }) {
  const { t, locale } = useTexts()
  const own = winRate(useRecord())
  const rateOf = (tenths: number) => formatPercent(locale, formatDecimal(BigInt(tenths), 1), { decimals: 1 })
  const whole = (tenths: number) => formatPercent(locale, formatDecimal(BigInt(tenths), 1), { decimals: 0 })
  const rate = rateOf(permille)
  const share = `${permille / 10}%`
  const ownWords =
    own === null
      ? null
      : t(own.ties === 0 ? 'contractSheets.confirm.record' : 'contractSheets.confirm.recordTies', {
          rate: whole(own.permille),
          ties: own.ties,
        })
  const label =
    own === null
      ? t('contractSheets.confirm.scale', { rate })
      : t('contractSheets.confirm.scaleRecord', { rate, own: whole(own.permille) })
  return (
    <div className={styles.scale}>
      <div className={styles.bar} role="img" aria-label={label}>
        <i className={styles.solid} style={{ left: share }} />
        <i className={styles.coin} />
        <i className={styles.mark} style={{ left: share }} />
        {own === null ? null : <i className={styles.own} style={{ left: `${own.permille / 10}%` }} />}
      </div>
      <div className={styles.legends} aria-hidden="true">
        {ownWords === null ? null : (
          <p className={styles.legend}>
            <i className={styles.ownSign} />
            {ownWords}
          </p>
        )}
        <p className={styles.legend}>
          <i className={styles.coinSign} />
          {t('contractSheets.confirm.coin', { rate: formatPercent(locale, '50', { decimals: 0 }) })}
        </p>
      </div>
    </div>
  )
}
