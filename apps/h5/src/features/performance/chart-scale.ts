/** The values of a chart and the round ones among them that get a line. */
export interface ValueScale {
  readonly lowest: number
  readonly highest: number
  readonly lines: readonly number[]
}

const steps = [1, 2, 5]

/** A scale with zero in it and at most four lines on round values, none of them zero. */
export function valueScaleOf(values: readonly number[]): ValueScale {
  const lowest = Math.min(0, ...values)
  const highest = Math.max(0, ...values)
  if (lowest === highest) return { lowest: -1, highest: 1, lines: [] }
  const step = roundStep((highest - lowest) / 3)
  const lines = []
  for (let line = Math.ceil(lowest / step); line <= Math.floor(highest / step); line += 1) {
    if (line !== 0) lines.push(line * step)
  }
  return { lowest, highest, lines }
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `value`, and never below one cent. */
function roundStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return Math.max(0.01, (steps.find((step) => step * power >= value) ?? 10) * power)
}
