import type { TermsView } from '@candor/api'
import { hasAverages, slotMs } from '@candor/formulas'
import { formatDecimal } from '@candor/money'
import { formatPercent, formatSeconds } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'

/** A break-even rate of tenths of a percent: "54.6%". */
export function rateText({ locale }: Texts, permille: number): string {
  return formatPercent(locale, formatDecimal(BigInt(permille), 1), { decimals: 1 })
}

/** A payout of basis points: "85%". */
export function payoutText({ locale }: Texts, payoutBps: number): string {
  return formatPercent(locale, formatDecimal(BigInt(payoutBps), 2), { decimals: 0 })
}

/** When the entry starts and how the prices are made, in one line; empty where single frames decide. */
export function averagesText({ t, locale }: Texts, terms: TermsView, entryDelayMs: number): string {
  if (!hasAverages(terms)) return ''
  const entry = formatSeconds(locale, terms.entryWindowSlots * slotMs)
  const exit = formatSeconds(locale, terms.exitWindowSlots * slotMs)
  const delay = formatSeconds(locale, entryDelayMs)
  return entry === exit
    ? t('contract.averages', { delay, seconds: entry })
    : t('contract.averages.different', { delay, entry, exit })
}
