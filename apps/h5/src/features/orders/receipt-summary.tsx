import { formatUnits } from '@candor/money'
import { Glyph } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { InstrumentGlyph } from '../../shared/instrument/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { receiptOf } from './receipt-model.ts'
import type { ReceiptViewProps } from './receipt-view.tsx'
import styles from './receipt-summary.module.css'

/** The receipt in two lines, above its open proof. */
export function ReceiptSummary({ order, title, instrument }: Omit<ReceiptViewProps, 'isSpoken'>) {
  const { t } = useTexts()
  const receipt = receiptOf(order)
  if (receipt === null) return null
  return (
    <article className={styles.card} aria-label={t('orders.receipt.title')}>
      {instrument === null ? (
        <Glyph size="small">{order.symbol.slice(0, 3)}</Glyph>
      ) : (
        <InstrumentGlyph instrument={instrument} size="small" />
      )}
      <div className={styles.words}>
        <h2>{t('orders.row.title', { name: title, direction: order.direction })}</h2>
        <span className={styles.number}>{order.id}</span>
      </div>
      <OwnMoney amount={formatUnits(receipt.netUnits)} asset={order.asset} sign="result" size="medium" />
    </article>
  )
}
