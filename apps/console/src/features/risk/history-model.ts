import type { HistoryDay, operatorRiskHistory, OutputOf } from '@candor/api/operator'

export type History = OutputOf<typeof operatorRiskHistory>

/** A drawing's box and the values that it spans, for drawing only: money itself is never computed here. */
export interface Scale {
  readonly width: number
  readonly height: number
  readonly low: number
  readonly high: number
}

/** A scale that holds all values. Of one value only, it is drawn in the middle. */
export function scaleOf(values: readonly number[], { width, height }: Pick<Scale, 'width' | 'height'>): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return low === high ? { width, height, low: low - 1, high: high + 1 } : { width, height, low, high }
}

/** The height of a value, from the top, one decimal. */
export function yOf({ height, low, high }: Scale, value: number): number {
  return Math.round((height - ((value - low) / (high - low)) * height) * 10) / 10
}

/** The middle of the place of an item among `count`, from the left. */
export function xOf({ width }: Pick<Scale, 'width'>, index: number, count: number): number {
  return Math.round(((index + 0.5) / count) * width * 10) / 10
}

/** A line through the values, evenly spaced; a null is a gap. */
export function lineOf(scale: Scale, values: readonly (number | null)[]): string {
  let isDrawing = false
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false
        return ''
      }
      const step = isDrawing ? 'L' : 'M'
      isDrawing = true
      return `${step}${xOf(scale, index, values.length)} ${yOf(scale, value)}`
    })
    .join('')
}

/** The area between two lines, evenly spaced, from the first value on; none where a value is missing from the start. */
export function areaOf(scale: Scale, low: readonly (number | null)[], high: readonly (number | null)[]): string {
  const points = (values: readonly (number | null)[]) =>
    values.flatMap((value, index) =>
      value === null ? [] : [`${xOf(scale, index, values.length)} ${yOf(scale, value)}`],
    )
  const around = [...points(high), ...points(low).toReversed()]
  return around.length === 0 ? '' : `M${around.join('L')}Z`
}

/** Whether the total of the span left what chance explains; compared for drawing, to the precision of a double. */
export function isOutsideOdds({ total, chanceFrom, chanceTo }: HistoryDay): boolean {
  if (chanceFrom === null || chanceTo === null) return false
  return Number(total) < Number(chanceFrom) || Number(total) > Number(chanceTo)
}

const one = 1_000_000

/** A day's share of wins in millionths; null without contracts. */
export function shareOf({ won, decided }: HistoryDay): number | null {
  return decided === 0 ? null : (won / decided) * one
}

/** How many days have contracts, and on how many of them the share of wins left what chance explains. */
export function outsideChance(days: readonly HistoryDay[]): { readonly days: number; readonly outside: number } {
  const shares = days.flatMap((day) => {
    const share = shareOf(day)
    const { chanceFromPpm: from, chanceToPpm: to } = day
    return share === null || from === null || to === null ? [] : [{ share, from, to }]
  })
  return { days: shares.length, outside: shares.filter(({ share, from, to }) => share < from || share > to).length }
}

/** The share of wins of all days in percent with one decimal, as text; null without contracts. */
export function wonPercent(days: readonly HistoryDay[]): string | null {
  const decided = days.reduce((sum, day) => sum + day.decided, 0)
  const won = days.reduce((sum, day) => sum + day.won, 0)
  return decided === 0 ? null : ((won / decided) * 100).toFixed(1)
}
