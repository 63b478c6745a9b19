import { timeFormatOf } from './times.ts'

/** Weekday, day and time, for a promise that may be days away: "Sat, 21 Nov, 18:32". */
export function formatPromise(locale: string, atMs: number): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return timeFormatOf(locale, { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs)
}

/** A local month: "Nov 2026". */
export function formatMonth(locale: string, atMs: number): string {
  return timeFormatOf(locale, { month: 'short', year: 'numeric' }).format(atMs)
}

const spanUnits = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/**
 * A span of time: "24 hours", "90 minutes", "30 seconds": in the largest unit that it is whole in, seconds rounded up.
 */
export function formatSpan(locale: string, spanMs: number): string {
  const [unit, sizeMs] = spanUnits.find(([, size]) => spanMs > 0 && spanMs % size === 0) ?? spanUnits[2]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(
    Math.ceil(spanMs / sizeMs),
  )
}

/** The separator of two joined sentences: in Chinese and Japanese the full stop includes the space. */
export function sentenceGap(locale: string): '' | ' ' {
  return /^(zh|ja)/.test(locale) ? '' : ' '
}
