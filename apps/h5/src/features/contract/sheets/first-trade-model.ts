import type { OutputOf, transparencyOdds } from '@candor/api'
import { divHalfEven, formatDecimal, parseUnits } from '@candor/money'
import { formatPercent } from '../../../shared/i18n/index.ts'
import type { Texts } from '../../../shared/i18n/index.ts'

/** How customers fared over the longest span: the share who lost, and what came back. */
export function customersFare({ t, locale }: Texts, { spans }: OutputOf<typeof transparencyOdds>): string {
  const span = spans.at(-1)
  const percent = (part: bigint, all: bigint) =>
    formatPercent(locale, formatDecimal(divHalfEven(1_000n * part, all), 1), { decimals: 1 })
  const said: string[] = []
  if (span !== undefined && span.losers.lost !== null) {
    const share = percent(BigInt(span.losers.lost), BigInt(span.losers.customers))
    said.push(t('contractSheets.first.lost', { share, days: span.days }))
  }
  const sums = span?.payout.sums ?? null
  if (sums !== null) {
    const [paidIn, paidOut] = [parseUnits(sums.paidIn) ?? 0n, parseUnits(sums.paidOut) ?? 0n]
    if (paidIn > 0n) said.push(t('contractSheets.first.back', { share: percent(paidOut, paidIn) }))
  }
  return said.length === 0 ? t('contractSheets.first.few') : said.join(' ')
}
