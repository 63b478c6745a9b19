import { formatMoney } from '@candor/ui/format'
import type { SignDisplay } from '@candor/ui/format'
import { locale } from './texts.ts'

/** An amount with its currency: "1,204.50 USDT". */
export function money(amount: string, asset?: string, sign?: SignDisplay): string {
  return formatMoney(locale, amount, asset, sign)
}
