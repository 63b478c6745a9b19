import { formatCount, formatPrice, formatSeconds } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { exitWindow, entryWindow, hasAverages, slotMs } from '@candor/formulas'
import type { WindowSlots } from '@candor/formulas'
import type { OrderView } from '@candor/api'
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
      return sentence.hasAverages && (sentence.reason === 'entry-not-open' || sentence.reason === 'no-exit-price')
        ? t(`orders.receipt.void.average.${sentence.reason}`)
        : t(`orders.receipt.void.${sentence.reason}`)
  }
}

/** The slots that decide a price: "slot #7", or "slots #7 to #16" of an average. */
export function slotsText({ t, locale }: Texts, { from, to }: WindowSlots): string {
  return from === to
    ? t('orders.receipt.slot', { slot: formatCount(locale, from) })
    : t('orders.receipt.slots', { from: formatCount(locale, from), to: formatCount(locale, to) })
}

/** One end of an order as its receipt shows it. */
export interface EndFacts {
  readonly label: string
  readonly price: string | null
  readonly slots: string
  readonly atMs: number
}

/** Entry and exit with their averages' lengths, their slots, and the time at which the first or last slot ends. */
export function endsOf(texts: Texts, order: OrderView): readonly [EndFacts, EndFacts] {
  const { t, locale } = texts
  const isAverage = hasAverages(order)
  const exitSlot = order.settledSlot ?? order.exitSlot
  const label = (end: 'entry' | 'exit', slots: number) =>
    isAverage
      ? t(`orders.receipt.${end}.average`, { seconds: formatSeconds(locale, slots * slotMs) })
      : t(`orders.receipt.${end}`)
  return [
    {
      label: label('entry', order.entryWindowSlots),
      price: order.entryPrice,
      slots: slotsText(texts, entryWindow(order)),
      atMs: order.entryAtMs,
    },
    {
      label: label('exit', order.exitWindowSlots),
      price: order.exitPrice,
      slots: slotsText(texts, isAverage ? exitWindow(order) : { from: exitSlot, to: exitSlot }),
      atMs: order.entryAtMs + (exitSlot - order.entrySlot) * slotMs,
    },
  ]
}

/** What the times and prices of a receipt are. */
export function footText({ t }: Texts, order: OrderView): string {
  return t(hasAverages(order) ? 'orders.receipt.utcAverages' : 'orders.receipt.utc')
}
