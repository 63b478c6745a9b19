import type { Clock } from '../../platform/clock.ts'
import { BatchRolledBackError } from './booking-failure-store.ts'

/** A failing item is retried after this time, and skipped until then. */
const skipMs = 60_000

export interface DueBatchesOptions<Done> {
  readonly batchSize: number
  /** Books up to `limit` due items of a stripe in one batch, without those in `skipped`, and returns what it booked. */
  readonly book: (stripe: number, limit: number, skipped: readonly bigint[]) => Promise<readonly Done[]>
  /** The id that `book` would start with, or null when nothing is due. */
  readonly readFirst: (stripe: number, skipped: readonly bigint[]) => Promise<bigint | null>
  readonly onBooked: (done: readonly Done[]) => Promise<void>
  /** Called for each item that fails even in a batch of one. The item remains due. */
  readonly onStuck: (id: bigint, stripe: number, cause: unknown) => void
  /** A monotonic clock; the process's by default. */
  readonly monotonic?: Clock | undefined
}

/**
 * Books due items of a stripe, batch by batch. A failing batch is bisected until the failing item is found; the others
 * are booked.
 */
export class DueBatches<Done> {
  readonly #options: DueBatchesOptions<Done>
  readonly #monotonic: Clock
  readonly #skippedUntil = new Map<bigint, number>()

  constructor(options: DueBatchesOptions<Done>) {
    this.#options = options
    this.#monotonic = options.monotonic ?? { nowMs: () => performance.now() }
  }

  /** How many are passed over. */
  get stuckCount(): number {
    return this.#skippedUntil.size
  }

  /**
   * Books everything due on a stripe, or until `isStopping` is true after a batch. Rethrows errors of `book` that no
   * item of the batch caused.
   */
  async run(stripe: number, isStopping: () => boolean): Promise<void> {
    const { batchSize, book, onBooked } = this.#options
    this.#retryOld()
    let limit = batchSize
    while (!isStopping()) {
      const skipped = [...this.#skippedUntil.keys()]
      try {
        const done = await book(stripe, limit, skipped)
        if (done.length === 0) return
        await onBooked(done)
      } catch (error) {
        if (!(error instanceof BatchRolledBackError)) throw error
        if (limit > 1) {
          limit = Math.ceil(limit / 2)
          continue
        }
        if (error.isPassing) throw error
        await this.#skipFirst(stripe, skipped, error)
        limit = batchSize
      }
    }
  }

  async #skipFirst(stripe: number, skipped: readonly bigint[], cause: unknown): Promise<void> {
    const id = await this.#options.readFirst(stripe, skipped)
    if (id === null) return
    this.#skippedUntil.set(id, this.#monotonic.nowMs() + skipMs)
    this.#options.onStuck(id, stripe, cause)
  }

  #retryOld(): void {
    const nowMs = this.#monotonic.nowMs()
    for (const [id, until] of this.#skippedUntil) if (nowMs >= until) this.#skippedUntil.delete(id)
  }
}
