import { formatDecimal } from '@candor/money'
import {
  decimalsOf,
  formatPercent,
  formatPrice,
  formatPromise,
  formatTime,
  momentText,
  useAreAmountsHidden,
  useOwnMoney,
} from '../../shared/format/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { durationWords } from '../../shared/instrument/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long money is put in: "30 days", "1 minute". */
export function termText(texts: Texts, durationMs: number): string {
  if (durationMs % dayMs === 0) return texts.t('interest.days', { count: durationMs / dayMs })
  return durationWords(texts, durationMs)
}

/** The rate of a day: "0.02%". */
export function rateText({ locale }: Texts, dailyRatePpm: number): string {
  const percent = formatDecimal(BigInt(dailyRatePpm), 4)
  return formatPercent(locale, percent, { decimals: Math.max(2, decimalsOf(percent.replace(/0+$/, ''))) })
}

/** A moment of an order: with its seconds where all of it is shorter than an hour. */
export function termMoment(
  texts: Texts,
  atMs: number,
  { durationMs, nowMs }: { readonly durationMs: number; readonly nowMs: number },
): string {
  if (durationMs < hourMs) return formatTime(texts.locale, atMs, { hasSeconds: true })
  return durationMs > dayMs ? formatPromise(texts.locale, atMs) : momentText(texts, atMs, nowMs)
}

/** Writes interest with all its decimals, which may begin behind the cents, and a plus; dots while amounts are hidden. */
export function useOwnInterest(): (amount: string, asset: string) => string {
  const { locale } = useTexts()
  const ownMoney = useOwnMoney()
  const areHidden = useAreAmountsHidden()
  return (amount, asset) => {
    if (areHidden || Number(amount) === 0) return ownMoney(amount, asset)
    return `+${formatPrice(locale, amount, Math.max(2, decimalsOf(amount)))}\u00A0${asset}`
  }
}
