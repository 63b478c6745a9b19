import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { BatchRolledBackError, readFirstDue, settleDue } from '../ledger/index.ts'
import type { SettledOrder } from '../ledger/index.ts'

/** An order that cannot be settled is tried again after so long, and passed over meanwhile. */
const skipMs = 60_000

export interface StripeSettlingOptions {
  readonly pool: Pool
  readonly batchSize: number
  readonly onSettled: (orders: readonly SettledOrder[]) => Promise<void>
  /** Hears each time that an order turned out to fail alone. It stays open. */
  readonly onStuck: (orderId: bigint, stripe: number, cause: unknown) => void
  readonly isStopped: () => boolean
  readonly monotonic: Clock
}

/** Settles stripes batch by batch. A batch that fails is halved until the order that fails alone is known; the others settle. */
export class StripeSettling {
  private readonly options: StripeSettlingOptions
  private readonly skippedUntil = new Map<bigint, number>()

  constructor(options: StripeSettlingOptions) {
    this.options = options
  }

  /** How many orders are passed over. */
  get stuckCount(): number {
    return this.skippedUntil.size
  }

  /** Settles all that is due on a stripe. Throws what settleDue throws, where no order is to blame. */
  async settle(stripe: number): Promise<void> {
    const { pool, batchSize } = this.options
    this.retryOld()
    let limit = batchSize
    while (!this.options.isStopped()) {
      const skipped = [...this.skippedUntil.keys()]
      try {
        const settled = await settleDue(pool, stripe, limit, skipped)
        if (settled.length === 0) return
        await this.options.onSettled(settled)
      } catch (error) {
        if (!(error instanceof BatchRolledBackError)) throw error
        if (limit > 1) {
          limit = Math.ceil(limit / 2)
          continue
        }
        if (error.isPassing) throw error
        await this.skipFirst(stripe, skipped, error)
        limit = batchSize
      }
    }
  }

  private async skipFirst(stripe: number, skipped: readonly bigint[], cause: unknown): Promise<void> {
    const orderId = await readFirstDue(this.options.pool, stripe, skipped)
    if (orderId === null) return
    this.skippedUntil.set(orderId, this.options.monotonic.nowMs() + skipMs)
    this.options.onStuck(orderId, stripe, cause)
  }

  private retryOld(): void {
    const nowMs = this.options.monotonic.nowMs()
    for (const [orderId, until] of this.skippedUntil) if (nowMs >= until) this.skippedUntil.delete(orderId)
  }
}
