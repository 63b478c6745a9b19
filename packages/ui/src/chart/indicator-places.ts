import type { ChartSlot } from './chart-candle.ts'
import { secondsOf } from './chart-series.ts'

/** A value of an indicator at a position: without one there is a gap, and so is the way to the position after it. */
export function valueAt(slot: ChartSlot | undefined, value: number | null, isBeforeGap: boolean) {
  const time = secondsOf(slot?.timeMs ?? 0)
  if (value === null) return { time }
  return isBeforeGap ? { time, value, color: 'transparent' } : { time, value }
}

/** The close at each position; null where there is no data. */
export function closesOf(slots: readonly ChartSlot[]): (number | null)[] {
  return slots.map(({ candle }) => candle?.close ?? null)
}
