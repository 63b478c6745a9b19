import type { TermsView } from '@candor/api'
import type { OddsPreview } from '@candor/formulas'
import { formatAmount } from '@candor/money'
import { VisuallyHidden } from '@candor/ui'
import { formatMoney, useTexts } from '../../shared/i18n/index.ts'
import styles from './odds-line.module.css'
import { payoutText, rateText } from './odds-labels.ts'

export interface OddsProps {
  readonly odds: OddsPreview
  readonly terms: TermsView
}

/** The line that shows what the contract costs and how often it must be won. */
export function OddsLine({ odds, terms, onExplain }: OddsProps & { readonly onExplain: () => void }) {
  const texts = useTexts()
  const { t, locale } = texts
  return (
    <button type="button" className={styles.line} onClick={onExplain}>
      <span>
        {t('contract.odds.breakEven')} <b>{rateText(texts, odds.breakEvenPermille)}</b>
      </span>
      <span>
        {t('contract.odds.fee')} <b>{formatMoney(locale, formatAmount(odds.fee))}</b>
      </span>
      <span>
        {t('contract.odds.payout')} <b>{payoutText(texts, terms.payoutBps)}</b>
      </span>
      <span>{t('contract.odds.tie')}</span>
      <VisuallyHidden>{t('contract.odds.explain')}</VisuallyHidden>
    </button>
  )
}
