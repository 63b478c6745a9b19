import { dayMs } from '@candor/formulas'
import { formatPercent } from '@candor/ui/format'
import { locale, t } from '../i18n/index.ts'
import type { ChangeName, DetailName, Headline, SignedCase, SignedChange, SignedValue } from './confirmation-model.ts'

/** A signed value as text, by the unit that ends its name. No digit of an amount is cut. */
export function valueLabel(name: ChangeName | DetailName, value: SignedValue): string {
  if (typeof value === 'boolean') return t(`shared.confirmation.${value ? 'yes' : 'no'}`)
  if (typeof value === 'string') return value
  if (name.endsWith('Bps')) return formatPercent(locale, (value / 100).toFixed(2), { decimals: 2 })
  if (name.endsWith('Ppm')) return formatPercent(locale, (value / 10_000).toFixed(4), { decimals: 4 })
  return name.endsWith('Ms') ? durationLabel(value) : String(value)
}

/** A duration as text: "30 s", "7 days". */
export function durationLabel(durationMs: number): string {
  return durationMs % dayMs === 0
    ? t('shared.confirmation.days', { count: durationMs / dayMs })
    : t('shared.confirmation.seconds', { count: durationMs / 1_000 })
}

/** One line of what is signed: "Payout 85.00% → 80.00%". */
export function changeLabel({ name, from, to }: SignedChange): { readonly name: string; readonly value: string } {
  const wanted = valueLabel(name, to)
  return {
    name: t(`shared.confirmation.to.${name}`),
    value: from === null ? wanted : t('shared.confirmation.change', { from: valueLabel(name, from), to: wanted }),
  }
}

/** Names and values of everything that is signed, the changes before the rest. */
export function signedLines({ details, changes }: SignedCase) {
  return [
    ...changes.map(changeLabel),
    ...details.map(({ name, value }) => ({
      name: t(`shared.confirmation.${name}`),
      value: valueLabel(name, value),
    })),
  ]
}

/** An exact amount in two parts: "8,000" and ".00". No digit is cut. */
export function amountParts({ amount }: Extract<Headline, { readonly kind: 'amount' }>) {
  const [whole = '0', decimals = ''] = amount.replace('-', '').split('.')
  const sign = amount.startsWith('-') ? '\u2212' : ''
  return { whole: sign + new Intl.NumberFormat(locale).format(BigInt(whole)), decimals: `.${decimals.padEnd(2, '0')}` }
}
