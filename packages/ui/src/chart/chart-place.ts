import type { ChartSlot } from './chart-candle.ts'

/**
 * The position of an instant among the candles of a chart: 2.5 is the middle of the third. Outside the first and last
 * candle it continues in steps of the interval, so that future times have a position. Null without candles.
 */
export function placeOfTime(
  slots: readonly Pick<ChartSlot, 'timeMs'>[],
  timeMs: number,
  intervalMs: number,
): number | null {
  const first = slots[0]
  if (first === undefined) return null
  if (timeMs < first.timeMs) return (timeMs - first.timeMs) / intervalMs
  const index = lastIndexUpTo(slots, timeMs)
  const slot = slots[index] ?? first
  const next = slots[index + 1]
  const stepMs = next === undefined ? intervalMs : next.timeMs - slot.timeMs
  return index + (timeMs - slot.timeMs) / stepMs
}

function lastIndexUpTo(slots: readonly Pick<ChartSlot, 'timeMs'>[], timeMs: number): number {
  let low = 0
  let high = slots.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((slots[middle]?.timeMs ?? Number.POSITIVE_INFINITY) <= timeMs) low = middle
    else high = middle - 1
  }
  return low
}

/** A price range that is at least so many ticks high: calm stays calm, and is not stretched over the whole height. */
export function leastRange(
  range: { readonly low: number; readonly high: number },
  tick: number,
): { low: number; high: number } {
  const missing = Math.max(0, leastTicks * tick - (range.high - range.low)) / 2
  return { low: range.low - missing, high: range.high + missing }
}

const leastTicks = 6
