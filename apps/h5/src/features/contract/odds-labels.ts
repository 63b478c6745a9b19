import { formatDecimal } from '@candor/money'
import { formatPercent } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'

/** A break-even rate of tenths of a percent: "54.6%". */
export function rateText({ locale }: Texts, permille: number): string {
  return formatPercent(locale, formatDecimal(BigInt(permille), 1), { decimals: 1 })
}

/** A payout of basis points: "85%". */
export function payoutText({ locale }: Texts, payoutBps: number): string {
  return formatPercent(locale, formatDecimal(BigInt(payoutBps), 2), { decimals: 0 })
}
