import type { ReactNode } from 'react'
import { formatAmount } from '@candor/money'
import type { Amount } from '@candor/money'
import { LinkRow, RowList, Sheet } from '@candor/ui'
import { formatMoney, useTexts } from '../../../shared/i18n/index.ts'
import { hrefOf, pathOf } from '../../../shared/page/index.ts'
import type { OddsProps } from '../odds-line.tsx'
import { payoutText, rateText } from '../odds-labels.ts'
import { OddsScale } from './odds-scale.tsx'
import styles from './odds-sheet.module.css'

export interface OddsSheetProps extends OddsProps {
  readonly symbol: string
  readonly name: string
  /** Beside the title: whose money it is, where it is practice money. */
  readonly aside?: ReactNode
  readonly onClose: () => void
}

/** The odds in full sentences, and the way to the terms of all durations. */
export function OddsSheet({ odds, terms, symbol, name, aside, onClose }: OddsSheetProps) {
  const texts = useTexts()
  const { t, locale } = texts
  const money = (shown: Amount, sign?: 'result') => formatMoney(locale, formatAmount(shown), shown.asset, sign)
  return (
    <Sheet title={t('contractSheets.odds.title')} closeLabel={t('shared.action.close')} aside={aside} onClose={onClose}>
      <div className={styles.sheet}>
        <OddsScale permille={odds.breakEvenPermille} />
        <p>{t('contractSheets.odds.breakEven.text', { rate: rateText(texts, odds.breakEvenPermille) })}</p>
        <p>{t('contractSheets.odds.fee.text', { fee: money(odds.fee) })}</p>
        <p>
          {t('contractSheets.odds.payout.text', {
            payout: payoutText(texts, terms.payoutBps),
            profit: money(odds.profit),
            net: money(odds.winNet, 'result'),
          })}
        </p>
        <p>{t('contractSheets.odds.tie.text')}</p>
        <p>{t('contractSheets.odds.void.text')}</p>
        <RowList>
          <LinkRow
            href={hrefOf('investInfo', { type: 'instrument', id: symbol, from: pathOf('contract', { symbol }) })}
            title={t('contractSheets.odds.about', { name })}
          />
        </RowList>
      </div>
    </Sheet>
  )
}
