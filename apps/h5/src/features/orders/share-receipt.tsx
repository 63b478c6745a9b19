import { useState } from 'react'
import type { OrderView } from '@candor/contract'
import { slotMs } from '@candor/formulas'
import { formatUnits } from '@candor/money'
import { IconButton, Sheet, showToast } from '@candor/ui'
import { ExportIcon } from '@candor/ui/icons/ticket'
import { formatCount, formatMoney, formatPrice, formatReceiptTime, useAreAmountsHidden } from '../../shared/format/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useMode } from '../../shared/system/index.ts'
import { receiptOf } from './receipt-model.ts'
import { sentenceText } from './receipt-words.ts'
import styles from './share-receipt.module.css'
import { browserDoors, shareText } from './share-text.ts'

/** Hands a receipt on as text, without amounts while they are hidden. In the sandbox the text says that it is play money. */
export function ShareReceipt({ order, title }: { readonly order: OrderView; readonly title: string }) {
  const texts = useTexts()
  const { t } = texts
  const mode = useMode()
  const areHidden = useAreAmountsHidden()
  const [byHand, setByHand] = useState<string | null>(null)
  const share = async () => {
    const words = [receiptWords(texts, order, { title, areHidden }), ...(mode === 'sandbox' ? [t('orders.share.playMoney')] : [])]
    const text = words.join('\n')
    const how = await shareText({ title, text }, browserDoors())
    if (how === 'copied') showToast('done', t(areHidden ? 'orders.share.copiedWithout' : 'orders.share.copied'))
    if (how === 'impossible') setByHand(text)
  }
  return (
    <>
      <IconButton label={t('orders.share')} onClick={() => void share()}>
        <ExportIcon size={24} />
      </IconButton>
      {byHand === null ? null : (
        <Sheet title={t('orders.share.text.label')} closeLabel={t('shared.action.close')} onClose={() => setByHand(null)}>
          <p className={styles.hint}>{t('orders.share.byHand')}</p>
          {areHidden ? <p className={styles.hint}>{t('orders.share.without')}</p> : null}
          <p className={styles.text}>{byHand}</p>
        </Sheet>
      )}
    </>
  )
}

/** A receipt as plain text: the figures and slots that stand on it. */
function receiptWords(texts: Texts, order: OrderView, { title, areHidden }: { title: string; areHidden: boolean }): string {
  const { t, locale } = texts
  const receipt = receiptOf(order)
  if (receipt === null) return title
  const exitSlot = order.settledSlot ?? order.exitSlot
  const price = (text: string | null) => (text === null ? t('orders.receipt.none') : formatPrice(locale, text))
  const words = {
    title,
    direction: order.direction,
    sentence: sentenceText(texts, receipt.sentence),
    entry: price(order.entryPrice),
    entrySlot: formatCount(locale, order.entrySlot),
    entryTime: formatReceiptTime(order.entryAtMs),
    exit: price(order.exitPrice),
    exitSlot: formatCount(locale, exitSlot),
    exitTime: formatReceiptTime(order.entryAtMs + (exitSlot - order.entrySlot) * slotMs),
    id: order.id,
  }
  if (areHidden) return t('orders.share.textWithout', words)
  return t('orders.share.text', {
    ...words,
    net: formatMoney(locale, formatUnits(receipt.netUnits), order.asset, 'result'),
    stake: formatMoney(locale, order.stake, order.asset),
    fee: formatMoney(locale, order.fee, order.asset),
  })
}
