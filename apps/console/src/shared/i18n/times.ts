import { locale } from './texts.ts'

const timeZone = 'UTC'
const clock = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockSeconds = new Intl.DateTimeFormat(locale, {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short', year: 'numeric' })

/** Time of day in UTC, which the whole team shares: "14:32", or "14:32:07" with seconds. */
export function utcTime(atMs: number, options: { hasSeconds?: boolean } = {}): string {
  return (options.hasSeconds ? clockSeconds : clock).format(atMs)
}

/** Day and time in UTC: "21 Nov, 14:32", or "21 Nov 2026, 14:32" with the year. */
export function utcDateTime(atMs: number, options: { hasSeconds?: boolean; hasYear?: boolean } = {}): string {
  return `${(options.hasYear ? dayOfYear : day).format(atMs)}, ${utcTime(atMs, options)}`
}

/** Day in UTC: "21 Nov". */
export function utcDate(atMs: number): string {
  return day.format(atMs)
}

/** A promise: the time alone where it is today, else with its day. */
export function utcPromise(atMs: number, nowMs: number): string {
  return day.format(atMs) === day.format(nowMs) ? utcTime(atMs) : utcDateTime(atMs)
}
