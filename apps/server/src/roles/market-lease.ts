import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { endLease, holdLease } from '../modules/market/index.ts'
import type { MarketMetrics } from '../modules/market/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { clockDifferenceMs } from '../platform/postgres/clock-difference.ts'
import type { Database } from '../platform/transaction.ts'

/**
 * How long a lease lasts after its last renewal, at least. Another market takes over that much later, and one look
 * more. It lasts longer where renewals take long: two markets on a slow database would take it from one another.
 */
const shortestLeaseMs = 800
const longestLeaseMs = 5_000
/** Nobody knows yet how long a renewal takes. */
const firstLeaseMs = 2_000
const renewEveryMs = 200
/** A market that stands by looks so often whether the lease is free. */
const lookEveryMs = 100
/** The database stores a frame that comes at most 1 s before its slot's end, by its own clock. */
const maxDifferenceMs = 1_000
/** How often the holder compares its clock with the database's, and how often a market that stands by does. */
const compareEveryMs = { leading: 5_000, standingBy: 1_000 } as const

export interface MarketLeaseOptions {
  readonly pool: Database
  readonly clock: Clock
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
  #isClockKnownRight = true
  #comparedMs = -Infinity
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
   * Takes the lease if it is free and our clock is that of the database, renews it from then on, and returns whether it
   * did. Throws where the database is unreachable.
   */
  async tryAcquire(): Promise<boolean> {
    const { pool, logger } = this.#options
    if (!(await this.#isClockRight(compareEveryMs.standingBy))) return false
    const askedMs = performance.now()
    const term = await holdLease(pool, { holder: this.#holder, term: 0, forMs: firstLeaseMs })
    if (term === null) return false
    this.#term = term
    this.#isRenewed = true
    this.#renewing = this.#renew(leaseFor(performance.now() - askedMs))
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

  async #renew(firstMs: number): Promise<void> {
    const { pool, logger, metrics } = this.#options
    let forMs = firstMs
    for (;;) {
      await this.#pause(renewEveryMs)
      const held = this.#term
      if (held === null || this.#stopping.signal.aborted) return
      try {
        const askedMs = performance.now()
        const term = await holdLease(pool, { holder: this.#holder, term: held, forMs })
        forMs = leaseFor(performance.now() - askedMs)
        if (this.#term === null) return
        if (term !== held) {
          this.#term = null
          logger.error('another process has taken the lease of the market: this one publishes no more')
          return
        }
        this.#isRenewed = true
        // Its frames would be refused: another market may have the right time.
        if (!(await this.#isClockRight(compareEveryMs.leading))) this.#term = null
        if (this.#term === null) return
      } catch (error) {
        this.#isRenewed = false
        forMs = longestLeaseMs
        logger.debug({ err: error }, 'renewing the lease of the market failed')
      }
      metrics?.alarm('lease-lost', !this.isHeld)
    }
  }

  /** Whether frames by our clock can be stored, as found at most so long ago. Raises an alarm otherwise. */
  async #isClockRight(maxAgeMs: number): Promise<boolean> {
    if (this.#isClockKnownRight && performance.now() - this.#comparedMs < maxAgeMs) return true
    this.#comparedMs = performance.now()
    const { pool, clock, logger, metrics } = this.#options
    const differenceMs = await clockDifferenceMs(pool, clock)
    const isRight = Math.abs(differenceMs) <= maxDifferenceMs
    // A market with the right time does not take back another's alarm.
    if (!isRight || !this.#isClockKnownRight) metrics?.alarm('market-clock-differs', !isRight)
    if (!isRight && this.#isClockKnownRight)
      logger.error({ differenceMs }, 'the clock of this machine is not that of the database: it publishes no frames')
    this.#isClockKnownRight = isRight
    return isRight
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

/** How long a lease is asked for after a renewal that took so long: the next one may take twice as long. */
export function leaseFor(renewalMs: number): number {
  return Math.round(Math.min(Math.max(shortestLeaseMs, 2 * renewalMs + 2 * renewEveryMs), longestLeaseMs))
}
