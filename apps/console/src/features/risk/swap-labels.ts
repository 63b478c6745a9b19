import { money, t } from '../../shared/i18n/index.ts'
import { yesLabel } from './proposal-labels.ts'
import type { ChangeLabels } from './proposal-labels.ts'
import { swapFields } from './swap-model.ts'
import type { SwapField, WantedSwap } from './swap-model.ts'
import { bpsLabel, durationLabel } from './terms-labels.ts'

/** A direction's name: "USD into USDT". */
export function directionLabel(from: WantedSwap['from']): string {
  return t(`risk.swap.from.${from}`)
}

/** One of the terms as it is read. */
export function swapFieldLabel(terms: WantedSwap, field: SwapField): string {
  switch (field) {
    case 'spreadBps':
      return bpsLabel(terms.spreadBps)
    case 'minimum':
      return money(terms.minimum, terms.from)
    case 'isWholeNumber':
      return yesLabel(terms.isWholeNumber)
    case 'quoteMs':
      return durationLabel(terms.quoteMs)
  }
}

/** The fields that proposed swap terms can change. */
export const swapChanges: ChangeLabels<SwapField, WantedSwap> = {
  fields: swapFields,
  nameOf: (field) => t(`risk.swap.field.${field}`),
  valueOf: swapFieldLabel,
}
