import { dayMs, yearlyPercent } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import { decimalsOf, durationWords, formatPercent, formatPromise, formatTime, momentText } from '../../i18n/index.ts'
import type { Texts } from '../../i18n/index.ts'

const hourMs = 3_600_000

/** How long money is put in: "30 days", "1 minute". */
export function termText(texts: Texts, durationMs: number): string {
  if (durationMs % dayMs === 0) return texts.t('interest-terms.days', { count: durationMs / dayMs })
  return durationWords(texts, durationMs)
}

/** The rate with its period: "0.02% a day". */
export function dailyRateText({ t, locale }: Texts, dailyRatePpm: number): string {
  const percent = formatDecimal(BigInt(dailyRatePpm), 4)
  const decimals = Math.max(2, decimalsOf(percent.replace(/0+$/, '')))
  return t('interest-terms.daily', { rate: formatPercent(locale, percent, { decimals }) })
}

/** The same for a year: "about 7.3% a year"; below one percent with two decimals. */
export function yearlyRateText({ t, locale }: Texts, dailyRatePpm: number): string {
  const percent = yearlyPercent(dailyRatePpm)
  const rate = formatPercent(locale, percent, { decimals: percent.startsWith('0.') ? 2 : 1 })
  return t('interest-terms.yearly', { rate })
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
