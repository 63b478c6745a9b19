import { formatUnits } from '@candor/money'
import { Sheet } from '@candor/ui'
import { formatMoney } from '../../../shared/format/index.ts'
import { useTexts } from '../../../shared/i18n/index.ts'
import type { OddsProps } from '../odds-line.tsx'
import { payoutText, rateText } from '../odds-words.ts'
import { OddsScale } from './odds-scale.tsx'
import styles from './odds-sheet.module.css'

/** The odds in full sentences. */
export function OddsSheet({ odds, terms, asset, onClose }: OddsProps & { readonly asset: string; readonly onClose: () => void }) {
  const texts = useTexts()
  const { t, locale } = texts
  const money = (units: bigint, sign?: 'result') => formatMoney(locale, formatUnits(units), asset, sign)
  return (
    <Sheet title={t('contractSheets.odds.title')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <div className={styles.sheet}>
        <OddsScale permille={odds.breakEvenPermille} />
        <p>{t('contractSheets.odds.breakEven.text', { rate: rateText(texts, odds.breakEvenPermille) })}</p>
        <p>{t('contractSheets.odds.fee.text', { fee: money(odds.feeUnits) })}</p>
        <p>
          {t('contractSheets.odds.payout.text', {
            payout: payoutText(texts, terms.payoutBps),
            profit: money(odds.profitUnits),
            net: money(odds.winNetUnits, 'result'),
          })}
        </p>
        <p>{t('contractSheets.odds.tie.text')}</p>
        <p>{t('contractSheets.odds.void.text')}</p>
      </div>
    </Sheet>
  )
}
