/**
 * Numbers and times as a language writes them, from exact decimal strings: never a float, never a separator placed by
 * hand.
 */
export { decimalsOf, signOf } from './decimal.ts'
export { formatCount, formatMoney, formatPercent, formatPrice, formatVolume, moneyParts } from './numbers.ts'
export type { NumberParts, SignDisplay } from './numbers.ts'
export {
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDay,
  formatReceiptTime,
  formatTime,
  formatUtcDate,
  formatUtcTime,
  formatWeekdayTime,
} from './times.ts'
export { formatMonth, formatPromise, formatSpan, sentenceGap } from './spans.ts'
