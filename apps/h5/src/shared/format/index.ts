/**
 * Numbers and times as the language writes them, from exact decimal strings: never a float, never a separator placed by hand.
 * `OwnMoney` and `useOwnMoney` write the amounts of the customer, which can be hidden; prices and terms never are.
 */
export { decimalsOf, signOf } from './decimal.ts'
export { useAreAmountsHidden } from './hidden-amounts.ts'
export { HideAmountsButton } from './hide-amounts-button.tsx'
export { Money, OwnMoney, Price, useOwnMoney } from './money.tsx'
export type { MoneyProps, PriceProps } from './money.tsx'
export { formatCount, formatMoney, formatPercent, formatPrice, formatVolume } from './numbers.ts'
export type { NumberParts, SignDisplay } from './numbers.ts'
export { formatCountdown, formatDate, formatDateTime, formatDay, formatReceiptTime, formatTime, formatWeekdayTime } from './times.ts'
