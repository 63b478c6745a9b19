import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { endLease, holdLease } from '../modules/market/index.ts'
import type { MarketMetrics } from '../modules/market/index.ts'
import type { Logger } from '../platform/logger.ts'
import type { Database } from '../platform/transaction.ts'

/** How long a lease lasts after its last renewal. Another market takes over that much later, and one look more. */
const leaseMs = 800
const renewEveryMs = 200
/** A market that stands by looks so often whether the lease is free. */
const lookEveryMs = 100

export interface MarketLeaseOptions {
  readonly pool: Database
  readonly logger: Logger
  readonly metrics: MarketMetrics | null
}

/**
 * The lease of the market: one process publishes at a time. The database decides who holds it, and refuses frames of an
 * earlier term, so a process that was paused, or whose renewals are lost, does no harm.
 */
export class MarketLease {
  readonly #options: MarketLeaseOptions
  readonly #holder = randomUUID()
  readonly #stopping = new AbortController()
  #term: number | null = null
  /** Whether the last renewal succeeded. */
  #isRenewed = false
  /** Ends when another process has taken the lease, or it is released. */
  #renewing: Promise<void> = Promise.resolve()

  constructor(options: MarketLeaseOptions) {
    this.#options = options
  }

  /** The term, by which frames are published; null while another process has the lease. */
  get term(): number | null {
    return this.#term
  }

  /** Whether frames may be published: not while the database does not renew the lease. */
  get isHeld(): boolean {
    return this.#term !== null && this.#isRenewed
  }

  /**
   * Takes the lease if it is free, renews it from then on, and returns whether it did. Throws where the database is
   * unreachable.
   */
  async tryAcquire(): Promise<boolean> {
    const { pool, logger } = this.#options
    const term = await holdLease(pool, { holder: this.#holder, term: 0, forMs: leaseMs })
    if (term === null) return false
    this.#term = term
    this.#isRenewed = true
    this.#renewing = this.#renew()
    logger.info({ term }, 'the lease of the market is taken')
    return true
  }

  /** Waits until the lease is free, and takes it; false if it is released first. */
  async acquire(): Promise<boolean> {
    while (!this.#stopping.signal.aborted) {
      if (await this.tryAcquire().catch(() => false)) return true
      await this.#pause(lookEveryMs)
    }
    return false
  }

  /** Waits until another process has taken the lease, or it is released. */
  lost(): Promise<void> {
    return this.#renewing
  }

  async #renew(): Promise<void> {
    const { pool, logger, metrics } = this.#options
    for (;;) {
      await this.#pause(renewEveryMs)
      const held = this.#term
      if (held === null || this.#stopping.signal.aborted) return
      try {
        const term = await holdLease(pool, { holder: this.#holder, term: held, forMs: leaseMs })
        if (this.#term === null) return
        if (term !== held) {
          this.#term = null
          logger.error('another process has taken the lease of the market: this one publishes no more')
          return
        }
        this.#isRenewed = true
      } catch (error) {
        this.#isRenewed = false
        logger.debug({ err: error }, 'renewing the lease of the market failed')
      }
      metrics?.alarm('lease-lost', !this.isHeld)
    }
  }

  /** Gives the lease up for good. */
  async release(): Promise<void> {
    this.#stopping.abort()
    await this.giveUp()
  }

  /** Ends the lease, so that a market that stands by takes over at once. It may be taken again. */
  async giveUp(): Promise<void> {
    const term = this.#term
    this.#term = null
    // A renewal under way would prolong what has ended.
    await this.#renewing
    if (term === null) return
    await endLease(this.#options.pool, { holder: this.#holder, term }).catch((error: unknown) => {
      this.#options.logger.debug({ err: error }, 'ending the lease of the market failed: it runs out')
    })
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}
