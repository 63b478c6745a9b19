import { dayMs } from '@candor/formulas'
import { formatPromise, formatTime, formatWeekdayTime } from '@candor/ui/format'
import type { Texts } from './texts.ts'

const weekMs = 6 * dayMs

/** A moment of a clock: the time of day today, with its weekday within the week, with its date beyond. */
export function momentText({ locale }: Pick<Texts, 'locale'>, atMs: number, nowMs: number): string {
  if (new Date(atMs).toDateString() === new Date(nowMs).toDateString()) return formatTime(locale, atMs)
  return Math.abs(atMs - nowMs) < weekMs ? formatWeekdayTime(locale, atMs) : formatPromise(locale, atMs)
}
