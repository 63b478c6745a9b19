import type { ChartSlot } from './chart-candle.ts'
import type { PaneName } from './indicator-names.ts'
import { closesOf } from './indicator-places.ts'
import { relativeStrength } from './relative-strength.ts'

/** Changes that the relative strength index looks back on. */
export const strengthLength = 14
/** Older closes move Wilder's averages by less than a millionth. */
const strengthReach = 300

/** The values of the panes by the time of their candle. */
export class PaneValues {
  readonly #values = { volume: new Map<number, number>(), rsi: new Map<number, number>() }
  #newestMs = 0

  /** The value at a time, or the newest one; null where there is none. */
  at(pane: PaneName, timeMs: number | null): number | null {
    return this.#values[pane].get(timeMs ?? this.#newestMs) ?? null
  }

  set(slots: readonly ChartSlot[]): void {
    this.#values.volume.clear()
    this.#values.rsi.clear()
    const strengths = relativeStrength(closesOf(slots), strengthLength)
    slots.forEach((slot, at) => this.#keep(slot, strengths[at] ?? null))
  }

  /** Replaces the newest values, or adds those of a new candle. */
  update(slots: readonly ChartSlot[]): void {
    const newest = slots.at(-1)
    if (newest === undefined) return
    this.#keep(newest, relativeStrength(closesOf(slots.slice(-strengthReach)), strengthLength).at(-1) ?? null)
  }

  #keep({ timeMs, candle }: ChartSlot, strength: number | null): void {
    this.#newestMs = timeMs
    if (candle !== null && candle.volume > 0) this.#values.volume.set(timeMs, candle.volume)
    if (strength !== null) this.#values.rsi.set(timeMs, strength)
  }
}
