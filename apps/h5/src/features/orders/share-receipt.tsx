import { useState } from 'react'
import type { OrderView } from '@candor/api'
import { formatUnits } from '@candor/money'
import { IconButton } from '@candor/ui'
import { ExportIcon } from '@candor/ui/icons/account'
import { formatMoney, formatPrice, formatReceiptTime, useTexts } from '../../shared/i18n/index.ts'
import { useAreAmountsHidden, useMode, useOwnMoney } from '../../shared/money/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { lateLayer } from '../../shared/page/index.ts'
import { useSharing } from '../../shared/page/records/index.ts'
import { receiptOf } from './receipt-model.ts'
import type { Receipt } from './receipt-model.ts'
import type { PictureFacts } from './receipt-picture.ts'
import { endsOf, footText, sentenceText } from './receipt-labels.ts'
import type { EndFacts } from './receipt-labels.ts'

const ReceiptSheet = lateLayer(async () => (await import('./receipt-sheet.tsx')).ReceiptSheet)

/** Hands a receipt on: as a picture or as text, without amounts while they are hidden. */
export function ShareReceipt({ order, title }: { readonly order: OrderView; readonly title: string }) {
  const texts = useTexts()
  const areHidden = useAreAmountsHidden()
  const { share, sheet } = useSharing()
  const [isOpen, setOpen] = useState(false)
  const facts = usePictureFacts(order, title)
  const words = receiptWords(texts, order, { title, areHidden })
  if (facts === null) return null
  const close = () => setOpen(false)
  return (
    <>
      <IconButton label={texts.t('orders.share.title')} onClick={() => setOpen(true)}>
        <ExportIcon size={24} />
      </IconButton>
      {isOpen ? (
        <ReceiptSheet
          facts={facts}
          words={words}
          name={`candor-${order.id}`}
          onText={() => {
            close()
            void share({ title, text: words, lacksAmounts: areHidden })
          }}
          onClose={close}
        />
      ) : null}
      {sheet}
    </>
  )
}

/** The picture's content: that of the receipt. Null while the order is open. */
function usePictureFacts(order: OrderView, title: string): PictureFacts | null {
  const texts = useTexts()
  const ownMoney = useOwnMoney()
  const mode = useMode()
  const receipt = receiptOf(order)
  if (receipt === null) return null
  const { t, locale } = texts
  const [entry, exit] = endsOf(texts, order)
  const end = ({ label, price, slots, atMs }: EndFacts) => ({
    label,
    price: price === null ? t('orders.receipt.none') : formatPrice(locale, price),
    slot: slots,
    when: formatReceiptTime(atMs),
  })
  return {
    title,
    tag: mode === 'sandbox' ? `Candor · ${t('orders.receipt.playMoney')}` : null,
    net: ownMoney(formatUnits(receipt.netUnits), order.asset, 'result'),
    sentence: sentenceText(texts, receipt.sentence),
    ends: [end(entry), end(exit)],
    lines: linesOf(texts, order, { receipt, ownMoney }),
    foot: `Candor · ${footText(texts, order)}`,
  }
}

function linesOf(
  { t }: Texts,
  order: OrderView,
  { receipt, ownMoney }: { readonly receipt: Receipt; readonly ownMoney: ReturnType<typeof useOwnMoney> },
): PictureFacts['lines'] {
  return [
    [t('orders.receipt.said'), `${t(`orders.direction.${order.direction}`)} · ${ownMoney(order.stake)}`],
    ...receipt.lines.map(
      ({ name, units, isChange }) =>
        [
          t(`orders.receipt.line.${name}`),
          ownMoney(formatUnits(units), undefined, isChange ? 'result' : 'never'),
        ] as const,
    ),
    [t('orders.receipt.order'), order.id],
  ]
}

/** A receipt as plain text: its figures and slots. */
function receiptWords(
  texts: Texts,
  order: OrderView,
  { title, areHidden }: { title: string; areHidden: boolean },
): string {
  const { t, locale } = texts
  const receipt = receiptOf(order)
  if (receipt === null) return title
  const [entry, exit] = endsOf(texts, order)
  const price = (text: string | null) => (text === null ? t('orders.receipt.none') : formatPrice(locale, text))
  const words = {
    title,
    direction: order.direction,
    sentence: sentenceText(texts, receipt.sentence),
    entry: price(entry.price),
    entryLabel: entry.label,
    entrySlot: entry.slots,
    entryTime: formatReceiptTime(entry.atMs),
    exit: price(exit.price),
    exitLabel: exit.label,
    exitSlot: exit.slots,
    exitTime: formatReceiptTime(exit.atMs),
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
