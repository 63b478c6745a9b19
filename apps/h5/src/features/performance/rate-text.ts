import { formatPercent } from '../../shared/i18n/index.ts'

/** A share in millionths as percent, with one decimal. */
export function rateText(locale: string, ppm: number): string {
  return formatPercent(locale, (ppm / 10_000).toFixed(1), { decimals: 1 })
}
