import { formatPrice, formatVolume } from '../../shared/i18n/index.ts'

/** A value at an axis: without decimals, below ten with two, from ten thousand in short: "+400", "−0.85", "+12K". */
export function axisText(locale: string, value: number): string {
  const size = Math.abs(value)
  const text = value.toFixed(size > 0 && size < 10 ? 2 : 0)
  const shown = size >= 10_000 ? formatVolume(locale, text) : formatPrice(locale, text)
  return value > 0 ? `+${shown}` : shown
}
