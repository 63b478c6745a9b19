import type { Texts } from './texts.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

type DurationUnit = 'seconds' | 'minutes' | 'hours'

function countOf(durationMs: number): { readonly unit: DurationUnit; readonly count: number } {
  if (durationMs % hourMs === 0) return { unit: 'hours', count: durationMs / hourMs }
  if (durationMs % minuteMs === 0) return { unit: 'minutes', count: durationMs / minuteMs }
  return { unit: 'seconds', count: Math.round(durationMs / 1000) }
}

/** A contract's duration for a chip or a title: "30 s", "5 min", "24 h". */
export function durationText({ t }: Texts, durationMs: number): string {
  const { unit, count } = countOf(durationMs)
  return t(`shared.duration.${unit}`, { count })
}

/** A contract's duration in a sentence: "30 seconds", "1 minute". */
export function durationWords({ t }: Texts, durationMs: number): string {
  const { unit, count } = countOf(durationMs)
  return t(`shared.duration.words.${unit}`, { count })
}

/** A number of seconds with at most one decimal: "5", "2.5". */
export function formatSeconds(locale: string, durationMs: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(durationMs / 1_000)
}
