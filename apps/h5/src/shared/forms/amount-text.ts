import { parseUnits } from '@candor/money'

/**
 * The units of 10⁻⁶ of a typed amount, or null. A comma counts as the decimal point, because many keypads have it;
 * thousands separators are not accepted, because "1,000" would be ambiguous. More decimals than `decimals`, those of
 * units unless it says otherwise, are refused, not cut.
 */
export function amountOf(text: string, decimals = 6): bigint | null {
  const match = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim())
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  return parseUnits(fraction === '' ? whole : `${whole}.${fraction}`)
}
