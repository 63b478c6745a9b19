import type { OrderView } from '@candor/contract'
import { slotMs } from '@candor/formulas'
import { formatUnits } from '@candor/money'
import { formatCount, formatMoney, formatPrice, formatReceiptTime } from '../../shared/format/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { ShareButton } from '../../shared/records/index.ts'
import { receiptOf } from './receipt-model.ts'
import { sentenceText } from './receipt-words.ts'

/** Hands a receipt on as text. */
export function ShareReceipt({ order, title }: { readonly order: OrderView; readonly title: string }) {
  const texts = useTexts()
  return <ShareButton title={title} text={(areHidden) => receiptWords(texts, order, { title, areHidden })} />
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
