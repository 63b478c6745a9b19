/**
 * Numbers and times in the language's format (`@candor/ui/format`), and the customer's own money. `OwnMoney` and
 * `useOwnMoney` format the customer's amounts, which can be hidden; prices and terms never are.
 */
export {
  decimalsOf,
  formatCount,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPrice,
  formatPromise,
  formatReceiptTime,
  formatSpan,
  formatTime,
  formatVolume,
  formatWeekdayTime,
  sentenceGap,
} from '@candor/ui/format'
export type { NumberParts, SignDisplay } from '@candor/ui/format'
export { useAreAmountsHidden } from './hidden-amounts.ts'
export { HideAmountsButton } from './hide-amounts-button.tsx'
export { Money, OwnMoney, Price, useOwnMoney } from './money.tsx'
export type { MoneyProps, PriceProps } from './money.tsx'
export { momentText } from './moment-labels.ts'
