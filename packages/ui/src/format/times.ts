import { formatsOf } from './formats.ts'

/** The formatter of times of a language with these options. */
export const timeFormatOf = formatsOf(Intl.DateTimeFormat)

/** Local time of day, 24 hours: "14:32", or "14:32:07" with seconds. */
export function formatTime(locale: string, atMs: number, options: { hasSeconds?: boolean } = {}): string {
  return timeFormatOf(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(options.hasSeconds ? { second: '2-digit' } : {}),
  }).format(atMs)
}

/** Local date and time of day: "21 Nov, 14:32". */
export function formatDateTime(locale: string, atMs: number): string {
  return timeFormatOf(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
}

/** A local day: "21 Nov", or "Sat, 21 Nov" with its weekday. */
export function formatDay(locale: string, atMs: number, options: { hasWeekday?: boolean } = {}): string {
  return timeFormatOf(locale, {
    day: 'numeric',
    month: 'short',
    ...(options.hasWeekday ? { weekday: 'short' } : {}),
  }).format(atMs)
}

/** Local date: "12 Aug 2025". */
export function formatDate(locale: string, atMs: number): string {
  return timeFormatOf(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(atMs)
}

/** A day of UTC, as public figures are counted: "12 Aug 2025". */
export function formatUtcDate(locale: string, atMs: number): string {
  return timeFormatOf(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(atMs)
}

/** A time of UTC with its day: "12 Aug 2025, 14:32", or "12 Aug 2025, 14:32:07" with seconds. */
export function formatUtcTime(locale: string, atMs: number, options: { hasSeconds?: boolean } = {}): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = options.hasSeconds ? ({ ...minute, second: '2-digit' } as const) : minute
  return timeFormatOf(locale, { ...day, ...time, timeZone: 'UTC' }).format(atMs)
}

/** Local weekday and time, for the next opening of a market: "Mon 09:30". */
export function formatWeekdayTime(locale: string, atMs: number): string {
  return timeFormatOf(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs)
}

/** The time of a receipt: UTC with milliseconds, the same in every language: "2026-11-21 14:32:07.500". */
export function formatReceiptTime(atMs: number): string {
  return new Date(atMs).toISOString().replace('T', ' ').replace('Z', '')
}

/**
 * A countdown: "0:38", above an hour "3:05:09". The last second counts until it is over; below zero it stays at 0:00.
 */
export function formatCountdown(restMs: number): string {
  const seconds = Math.max(0, Math.ceil(restMs / 1000))
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60) % 60
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}
