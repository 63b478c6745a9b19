import { money } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { yesWords } from './proposal-words.ts'
import type { ChangeWords } from './proposal-words.ts'
import { swapFields } from './swap-model.ts'
import type { SwapField, WantedSwap } from './swap-model.ts'
import { bpsWords, durationWords } from './terms-words.ts'

/** A direction's name: "USD into USDT". */
export function directionWords(from: WantedSwap['from']): string {
  return t(`risk.swap.from.${from}`)
}

/** One of the terms as it is read. */
export function swapFieldWords(terms: WantedSwap, field: SwapField): string {
  switch (field) {
    case 'spreadBps':
      return bpsWords(terms.spreadBps)
    case 'minimum':
      return money(terms.minimum, terms.from)
    case 'isWholeNumber':
      return yesWords(terms.isWholeNumber)
    case 'quoteMs':
      return durationWords(terms.quoteMs)
  }
}

/** The fields that proposed swap terms can change. */
export const swapChanges: ChangeWords<SwapField, WantedSwap> = {
  fields: swapFields,
  nameOf: (field) => t(`risk.swap.field.${field}`),
  valueOf: swapFieldWords,
}
