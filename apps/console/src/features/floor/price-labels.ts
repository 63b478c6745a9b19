import { formatPrice } from '@candor/ui/format'
import { locale } from '../../shared/i18n/index.ts'

/** USD for one USDT, with the four decimals that it may have: "0.9900". */
export function priceText(unitPrice: string): string {
  return formatPrice(locale, unitPrice, 4)
}

/** Hundredths of a percent as percent: "1", "0.5". */
export function bpsText(bps: number): string {
  return String(bps / 100)
}
