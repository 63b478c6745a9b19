import { isFrameInterval } from '@candor/api'
import type { CandleInterval } from '@candor/api'
import { formatDateTime, formatTime } from '../../shared/i18n/index.ts'

/** The time of a candle as exactly as its interval is: seconds, minutes, or a date for the long ones. */
export function chartTime(locale: string, timeMs: number, interval: CandleInterval): string {
  if (isFrameInterval(interval)) return formatTime(locale, timeMs, { hasSeconds: true })
  return interval.endsWith('m') ? formatTime(locale, timeMs) : formatDateTime(locale, timeMs)
}

const dates = new Map<string, Intl.DateTimeFormat>()

/** A time on the axis: the day where it changes, else the time of day. */
export function axisTime(
  locale: string,
  timeMs: number,
  options: { readonly isDate: boolean; readonly interval: CandleInterval },
): string {
  if (!options.isDate) return formatTime(locale, timeMs, { hasSeconds: isFrameInterval(options.interval) })
  const format = dates.get(locale) ?? new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  dates.set(locale, format)
  return format.format(timeMs)
}
