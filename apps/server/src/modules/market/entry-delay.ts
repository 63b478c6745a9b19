import { slotMs } from '@candor/formulas'
import type { Instrument } from './catalogue.ts'

/** The bounds of a delay, in slots; a constraint of the database states them as well. */
const leastSlots = 1
const mostSlots = 10
/** A delay goes down by a slot once no lag has needed it for so long. */
const calmMs = 600_000

/** The measured lag of one instrument's sources. */
export interface MeasuredLag {
  readonly instrumentId: number
  /** Null where too few messages came to say; 0 where prices have no live sources. */
  readonly lagMs: number | null
}

/** A delay that changes, with the lag that it follows. */
export interface EntryDelay {
  readonly instrumentId: number
  readonly slots: number
  readonly lagMs: number
}

/**
 * The entry delay of each instrument: as many slots as the lag of its sources. It goes up at once and down by one slot
 * in ten minutes, so that customers see it change seldom. Uses no clock and no I/O.
 */
export class EntryDelays {
  readonly #slots: Map<number, number>
  readonly #neededMs = new Map<number, number>()

  constructor(instruments: readonly Pick<Instrument, 'id' | 'entryDelaySlots'>[]) {
    this.#slots = new Map(instruments.map(({ id, entryDelaySlots }) => [id, entryDelaySlots]))
  }

  /** The delays that the lags of now change. They count from `applied` on. */
  changed(lags: readonly MeasuredLag[], nowMs: number): EntryDelay[] {
    return lags.flatMap(({ instrumentId, lagMs }) => {
      const slots = this.#slots.get(instrumentId)
      if (slots === undefined || lagMs === null) return []
      const needed = Math.min(mostSlots, Math.max(leastSlots, Math.ceil(lagMs / slotMs)))
      if (needed >= slots) this.#neededMs.set(instrumentId, nowMs)
      if (needed > slots) return [{ instrumentId, slots: needed, lagMs }]
      const sinceMs = this.#neededMs.get(instrumentId) ?? nowMs
      this.#neededMs.set(instrumentId, sinceMs)
      return needed < slots && nowMs - sinceMs >= calmMs ? [{ instrumentId, slots: slots - 1, lagMs }] : []
    })
  }

  applied(delays: readonly EntryDelay[], nowMs: number): void {
    for (const { instrumentId, slots } of delays) {
      this.#slots.set(instrumentId, slots)
      this.#neededMs.set(instrumentId, nowMs)
    }
  }
}
