import type { TermsView } from '@candor/contract'
import type { OddsPreview } from '@candor/formulas'
import { formatDecimal, formatUnits } from '@candor/money'
import { Sheet, VisuallyHidden } from '@candor/ui'
import { formatMoney, formatPercent } from '../../shared/format/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './odds-line.module.css'
import { OddsScale } from './odds-scale.tsx'

export interface OddsProps {
  readonly odds: OddsPreview
  readonly terms: TermsView
}

/** A break-even rate of tenths of a percent: "54.6%". */
export function rateText({ locale }: Texts, permille: number): string {
  return formatPercent(locale, formatDecimal(BigInt(permille), 1), { decimals: 1 })
}

/** A payout of basis points: "85%". */
function payoutText({ locale }: Texts, payoutBps: number): string {
  return formatPercent(locale, formatDecimal(BigInt(payoutBps), 2), { decimals: 0 })
}

/** The one line that nobody else shows: what the contract costs and how often it must be won. */
export function OddsLine({ odds, terms, onExplain }: OddsProps & { readonly onExplain: () => void }) {
  const texts = useTexts()
  const { t, locale } = texts
  return (
    <button type="button" className={styles.line} onClick={onExplain}>
      <span>
        {t('contract.odds.breakEven')} <b>{rateText(texts, odds.breakEvenPermille)}</b>
      </span>
      <span>
        {t('contract.odds.fee')} <b>{formatMoney(locale, formatUnits(odds.feeUnits))}</b>
      </span>
      <span>
        {t('contract.odds.payout')} <b>{payoutText(texts, terms.payoutBps)}</b>
      </span>
      <span>{t('contract.odds.tie')}</span>
      <VisuallyHidden>{t('contract.odds.explain')}</VisuallyHidden>
    </button>
  )
}

/** The odds in full sentences. */
export function OddsSheet({ odds, terms, asset, onClose }: OddsProps & { readonly asset: string; readonly onClose: () => void }) {
  const texts = useTexts()
  const { t, locale } = texts
  const money = (units: bigint, sign?: 'result') => formatMoney(locale, formatUnits(units), asset, sign)
  return (
    <Sheet title={t('contract.odds.title')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <div className={styles.sheet}>
        <OddsScale permille={odds.breakEvenPermille} />
        <p>{t('contract.odds.breakEven.text', { rate: rateText(texts, odds.breakEvenPermille) })}</p>
        <p>{t('contract.odds.fee.text', { fee: money(odds.feeUnits) })}</p>
        <p>
          {t('contract.odds.payout.text', {
            payout: payoutText(texts, terms.payoutBps),
            profit: money(odds.profitUnits),
            net: money(odds.winNetUnits, 'result'),
          })}
        </p>
        <p>{t('contract.odds.tie.text')}</p>
        <p>{t('contract.odds.void.text')}</p>
      </div>
    </Sheet>
  )
}
