import { formatDate, formatDay } from '../../i18n/index.ts'
import type { Texts } from '../../i18n/index.ts'
import { realtime } from '../../api/realtime/index.ts'

/** The heading of a local day's records: today and yesterday by name, days of another year with it. */
export function dayHeading({ t, locale }: Texts, atMs: number): string {
  const [day, today] = [new Date(atMs), new Date(realtime.clock.nowMs())]
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const date = formatDay(locale, atMs)
  if (day.toDateString() === today.toDateString()) return t('records.day.today', { date })
  if (day.toDateString() === yesterday.toDateString()) return t('records.day.yesterday', { date })
  return day.getFullYear() === today.getFullYear()
    ? formatDay(locale, atMs, { hasWeekday: true })
    : formatDate(locale, atMs)
}
