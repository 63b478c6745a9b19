import type { SwapView } from '@candor/api'
import type { Fact } from '@candor/ui'
import { decimalsOf, formatMoney, formatPercent, formatPrice, formatReceiptTime } from '../../shared/i18n/index.ts'
import { useAreAmountsHidden } from '../../shared/money/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { percentOfBps } from './swap-form-model.ts'

/** Money to its last digit, with at least two decimals: a confirmation shows exactly what is booked. */
export function exactMoney(locale: string, amount: string, asset?: string): string {
  const number = formatPrice(locale, amount, Math.max(2, decimalsOf(amount)))
  return asset === undefined ? number : `${number}\u00A0${asset}`
}

/** Money with two decimals, as a form shows it; less than one cent with all of its digits. */
export function shortMoney(locale: string, amount: string, asset?: string): string {
  return amount.startsWith('0.00') ? exactMoney(locale, amount, asset) : formatMoney(locale, amount, asset)
}

/** Exact money of balances: dots while amounts are hidden. */
export function useOwnExactMoney(locale: string): (amount: string, asset: string) => string {
  const areHidden = useAreAmountsHidden()
  return (amount, asset) => (areHidden ? `••••\u00A0${asset}` : exactMoney(locale, amount, asset))
}

/** Money of past swaps as a form shows it: dots while amounts are hidden. */
export function useOwnShortMoney(locale: string): (amount: string, asset: string) => string {
  const areHidden = useAreAmountsHidden()
  return (amount, asset) => (areHidden ? `••••\u00A0${asset}` : shortMoney(locale, amount, asset))
}

/** "1 USD = 0.9995 USDT". */
export function rateText({ t, locale }: Texts, { from, to }: Pick<SwapView, 'from' | 'to'>, rate: string): string {
  return t('swap.rate.of', { from, to, rate: formatPrice(locale, rate, Math.max(4, decimalsOf(rate))) })
}

export interface SwapPrice extends Pick<SwapView, 'from' | 'to' | 'spreadBps'> {
  readonly rate: string | null
  readonly midRate: string | null
  /** The cost of the spread; null while no amount is quoted. */
  readonly cost: string | null
}

/** The rate, the rate without the spread, and the cost of the difference. */
export function priceFacts(texts: Texts, price: SwapPrice): readonly Fact[] {
  const { t, locale } = texts
  const written = (rate: string | null) => (rate === null ? t('swap.noRate') : rateText(texts, price, rate))
  const percent = formatPercent(locale, percentOfBps(price.spreadBps), { decimals: 2 })
  return [
    { name: t('swap.rate'), value: written(price.rate) },
    { name: t('swap.midRate'), value: written(price.midRate) },
    { name: t('swap.cost'), value: price.cost === null ? percent : t('swap.cost.of', { amount: price.cost, percent }) },
  ]
}

/** A swap as plain text, for handing on: exact, and without amounts where they are hidden. */
export function swapText(texts: Texts, swap: SwapView, areHidden: boolean): string {
  const { t, locale } = texts
  const { id, from, to, gives, receives, spread, rate, atMs } = swap
  const words = { id, from, to, rate: rateText(texts, swap, rate), time: formatReceiptTime(atMs) }
  if (areHidden) return t('swap.share.textWithout', words)
  return t('swap.share.text', {
    ...words,
    gives: exactMoney(locale, gives, from),
    receives: exactMoney(locale, receives, to),
    cost: exactMoney(locale, spread, from),
  })
}
