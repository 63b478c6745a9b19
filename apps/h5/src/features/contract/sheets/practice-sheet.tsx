import { Sheet, showToast } from '@candor/ui'
import { durationText, useTexts } from '../../../shared/i18n/index.ts'
import { navigation } from '../../../shared/page/index.ts'
import type { Practice } from '../practice.ts'
import { ConfirmView, OfferGlyph } from './confirm-sheet.tsx'
import type { Offer } from './confirm-sheet.tsx'
import { deciding } from './contract-buy-model.ts'

export interface PracticeSheetProps {
  readonly practice: Pick<Practice, 'buy' | 'tag' | 'routes'>
  readonly offer: Offer
  readonly obstacle: string | null
  readonly onClose: () => void
}

/** The same decision as for a customer's contract, over practice money: nothing is sent. */
export function PracticeSheet({ practice, offer, obstacle, onClose }: PracticeSheetProps) {
  const texts = useTexts()
  const { t } = texts
  const commit = async () => {
    const id = await practice.buy(offer)
    if (id === null) {
      showToast('refused', t('contractSheets.buy.hint.price-moved'))
      return
    }
    onClose()
    navigation.navigate(practice.routes.orders, { id })
  }
  return (
    <Sheet
      title={t('contractSheets.confirm.title', {
        name: offer.name,
        duration: durationText(texts, offer.terms.durationMs),
      })}
      closeLabel={t('shared.action.close')}
      onClose={onClose}
      sign={<OfferGlyph symbol={offer.symbol} />}
      aside={practice.tag}
    >
      <ConfirmView
        offer={offer}
        isPractice
        state={deciding}
        obstacle={obstacle}
        onCommit={() => void commit()}
        onRepeat={() => undefined}
      />
    </Sheet>
  )
}
