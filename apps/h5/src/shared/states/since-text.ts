import { formatDateTime, formatTime } from '../format/index.ts'
import type { Texts } from '../i18n/index.ts'

/** Since when something is so: the time of day, to the second, and with its date where that is not today. */
export function sinceText({ locale }: Pick<Texts, 'locale'>, sinceMs: number): string {
  const isToday = new Date(sinceMs).toDateString() === new Date().toDateString()
  return isToday ? formatTime(locale, sinceMs, { hasSeconds: true }) : formatDateTime(locale, sinceMs)
}
