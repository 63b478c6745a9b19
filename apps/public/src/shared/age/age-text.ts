import { dayMs } from '@candor/formulas'
import { formatSpan } from '@candor/ui/format'

/** An age: with tenths below ten seconds ("0.4 s"), and from then on in its largest whole unit. */
export function secondsText(locale: string, ageMs: number): string {
  if (ageMs >= 10_000) return formatSpan(locale, Math.floor(ageMs / unitMs(ageMs)) * unitMs(ageMs))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(ageMs / 1_000)
}

function unitMs(ageMs: number): number {
  if (ageMs < 60_000) return 1_000
  return ageMs < 3_600_000 ? 60_000 : ageMs < dayMs ? 3_600_000 : dayMs
}
