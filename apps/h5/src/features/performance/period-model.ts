import { dayMs } from '@candor/formulas'
import { startOf } from '../../shared/page/period/index.ts'

/** The periods that end today. */
export const recentPeriods = ['days7', 'days30', 'days90', 'year'] as const
export type RecentPeriod = (typeof recentPeriods)[number]

const daysOf = { days7: 7, days30: 30, days90: 90 } as const

/** Unix milliseconds: local midnights, the end excluded. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The span of a recent period at an instant: whole local days, today as the last one. */
export function recentSpan(period: RecentPeriod, nowMs: number): Span {
  const now = new Date(nowMs)
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const from = period === 'year' ? new Date(year, 0, 1) : new Date(year, month, day + 1 - daysOf[period])
  return { fromMs: from.getTime(), toMs: new Date(year, month, day + 1).getTime() }
}

/** The span of a local month ("2026-11"); of the current one, up to the end of today. */
export function monthSpan(month: string, nowMs: number): Span {
  return { fromMs: startOf(month), toMs: Math.min(startOf(month, 1), recentSpan('days7', nowMs).toMs) }
}

/** The spans of bars: days, or months where the days would be too thin to see. */
export function areBarsMonths({ fromMs, toMs }: Span): boolean {
  return toMs - fromMs > 93 * dayMs
}
