import pg from 'pg'
import type { MarketMetrics } from '../modules/market/index.ts'
import type { Logger } from '../platform/logger.ts'

/** The key of the advisory lock. */
const lockKey = 7303
const retryMs = 1_000

export interface MarketLockOptions {
  /** PostgreSQL as the market role. */
  readonly marketUrl: string
  readonly logger: Logger
  readonly metrics?: MarketMetrics
}

/**
 * Holds the advisory lock of the market role on a connection of its own; reacquires it after the connection is lost.
 */
export class MarketLock {
  readonly #options: MarketLockOptions
  #client: pg.Client | null = null
  #isReleased = false

  constructor(options: MarketLockOptions) {
    this.#options = options
  }

  get isHeld(): boolean {
    return this.#client !== null
  }

  /** Waits until the lock is free. */
  async acquire(): Promise<void> {
    for (let attempt = 0; !this.#isReleased && !(await this.#tryOnce()); attempt += 1) {
      if (attempt === 0)
        this.#options.logger.warn('another market role holds the lock, or the database is unreachable: retrying')
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }

  async release(): Promise<void> {
    this.#isReleased = true
    await this.#client?.end()
    this.#client = null
  }

  async #tryOnce(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#options.marketUrl,
      application_name: 'candor-market-lock',
      keepAlive: true,
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey])
      if (rows[0]?.held === true) {
        this.#client = client
        this.#options.metrics?.alarm('lock-lost', false)
        return true
      }
    } catch (error) {
      this.#options.logger.debug({ err: error }, 'taking the lock of the market role failed')
    }
    await client.end().catch(() => undefined)
    return false
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client || this.#isReleased) return
    this.#client = null
    this.#options.metrics?.alarm('lock-lost', true)
    this.#options.logger.error('the lock of the market role is lost: no frames are published')
    void this.acquire()
  }
}
