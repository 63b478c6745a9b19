import { formatPercent, formatTime, formatWeekdayTime, signOf } from '@candor/ui/format'
import type { Texts } from '../i18n/index.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/** How old a price is: "14 s old", "3 min old", or just that it is old. */
export function ageText({ t }: Texts, ageMs: number): string {
  if (ageMs < 2 * minuteMs) return t('instrument.old', { seconds: Math.max(0, Math.floor(ageMs / 1000)) })
  return ageMs < hourMs
    ? t('instrument.oldMinutes', { minutes: Math.floor(ageMs / minuteMs) })
    : t('instrument.oldLong')
}

/** When a closed market opens: today's time, with the weekday when it is more than half a day away. */
export function opensText({ t, locale }: Texts, opensMs: number | null, nowMs: number): string {
  if (opensMs === null) return t('instrument.closed')
  const isSoon = opensMs - nowMs < 12 * hourMs
  return t('instrument.opens', { time: isSoon ? formatTime(locale, opensMs) : formatWeekdayTime(locale, opensMs) })
}

/** The same for narrow rows: "Opens 15:30" today, "Mon 00:00" later. A moon is shown beside it. */
export function opensShortText(texts: Texts, opensMs: number | null, nowMs: number): string {
  const isLater = opensMs !== null && opensMs - nowMs >= 12 * hourMs
  return isLater ? formatWeekdayTime(texts.locale, opensMs) : opensText(texts, opensMs, nowMs)
}

/** A change rate as the list shows it: "+0.62%", "−1.38%", "0.00%". */
export function changeText(locale: string, changeRate: string): string {
  return formatPercent(locale, changeRate, { decimals: 2, sign: 'result' })
}

/** A change rate for a screen reader: "up 0.62%". */
export function spokenChange({ t, locale }: Texts, changeRate: string): string {
  const sign = signOf(changeRate)
  if (sign === 0) return t('instrument.change.none')
  const percent = formatPercent(locale, changeRate.replace('-', ''), { decimals: 2 })
  return t(sign > 0 ? 'instrument.change.up' : 'instrument.change.down', { percent })
}

/** The direction that colours and signs a change. */
export function directionOf(changeRate: string): 'up' | 'down' | 'flat' {
  const sign = signOf(changeRate)
  return sign === 0 ? 'flat' : sign > 0 ? 'up' : 'down'
}
