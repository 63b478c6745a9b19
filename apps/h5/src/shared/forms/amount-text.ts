import { parseUnits } from '@candor/money'

/**
 * The units of 10⁻⁶ of an amount that somebody typed, or null. A comma is read as the decimal point, because that is what many keypads
 * have; separators of thousands are not taken, since "1,000" would be both. More decimals than `decimals` are refused, not cut.
 */
export function amountOf(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim())
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  return parseUnits(fraction === '' ? whole : `${whole}.${fraction}`)
}
