import { formatPrice } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import type { ReceiptSentence } from './receipt-model.ts'

/** What happened, in one sentence. */
export function sentenceText({ t, locale }: Texts, sentence: ReceiptSentence): string {
  switch (sentence.kind) {
    case 'moved':
      return t(`orders.receipt.moved.${sentence.direction}.${sentence.side}`, {
        distance: formatPrice(locale, sentence.distance),
      })
    case 'tie':
      return t('orders.receipt.tie')
    case 'void':
      return t(`orders.receipt.void.${sentence.reason}`)
  }
}
