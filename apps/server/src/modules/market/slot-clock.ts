import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { slotAt, slotEndMs } from '@candor/formulas'
import type { Clock } from '../../platform/clock.ts'

/** Farther than this from wall time, the slot clock is not believed: frames and orders stop. */
const maxDifferenceMs = 250
/** After a step of the wall clock it must stay where it is for this long before slots follow it. */
const settledMs = 10_000
/** Timers are late by a millisecond or two, so the last stretch before a slot's end is watched instead. */
const watchedMs = 2.5

/** Time that moves evenly: anchored once to wall time, then driven by a monotonic clock. */
export class SlotClock {
  readonly #wall: Clock
  readonly #monotonicMs: () => number
  readonly #genesisMs: number
  #anchorWallMs: number
  #anchorMonotonicMs: number
  #step: { readonly differenceMs: number; readonly sinceMs: number } | null = null

  constructor(options: { wall: Clock; monotonicMs: () => number; genesisMs: number }) {
    this.#wall = options.wall
    this.#monotonicMs = options.monotonicMs
    this.#genesisMs = options.genesisMs
    this.#anchorWallMs = options.wall.nowMs()
    this.#anchorMonotonicMs = options.monotonicMs()
  }

  nowMs(): number {
    return this.#anchorWallMs + this.#monotonicMs() - this.#anchorMonotonicMs
  }

  /** The newest slot that is over. */
  endedSlot(): number {
    return slotAt(this.nowMs(), this.#genesisMs) - 1
  }

  /** Milliseconds until a slot is over; 0 when it is. */
  msUntilEnd(slot: number): number {
    return Math.max(0, slotEndMs(slot, this.#genesisMs) - this.nowMs())
  }

  /**
   * Waits for a slot's end to a fraction of a millisecond, or for `atMostMs` where that is sooner. Sockets are read
   * meanwhile.
   */
  async untilEnd(slot: number, atMostMs: number): Promise<void> {
    const giveUpMs = performance.now() + atMostMs
    const sleepMs = Math.min(this.msUntilEnd(slot) - watchedMs, atMostMs)
    if (sleepMs > 0) await sleep(sleepMs)
    while (this.msUntilEnd(slot) > 0 && performance.now() < giveUpMs) await nextTurn()
  }

  /**
   * Whether slots may be published. After a step of wall time: no, until the new time has held for 10 s and is adopted.
   */
  isSteady(): boolean {
    const monotonicMs = this.#monotonicMs()
    const differenceMs = this.#wall.nowMs() - this.nowMs()
    if (Math.abs(differenceMs) <= maxDifferenceMs) {
      this.#step = null
      return true
    }
    if (this.#step === null || Math.abs(differenceMs - this.#step.differenceMs) > maxDifferenceMs) {
      this.#step = { differenceMs, sinceMs: monotonicMs }
      return false
    }
    if (monotonicMs - this.#step.sinceMs < settledMs) return false
    this.#anchorWallMs += differenceMs
    this.#step = null
    return true
  }
}
