import type pg from 'pg'
import type { Logger } from '../logger.ts'
import { createPool } from './pool.ts'

/** Runs reads that may be as old as a bound. What has to be current, and every write, goes to the primary's pool. */
export interface Reads {
  /** `work` only reads: it may run twice, first on a standby that fails. */
  run<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Reads of an installation without a standby. */
export function primaryReads(primary: pg.Pool): Reads {
  return { run: (work) => work(primary), stop: () => Promise.resolve() }
}

export interface ReadsOptions {
  readonly primary: pg.Pool
  /** The address of a hot standby of the same database, as the role of the primary's pool. */
  readonly url: string
  readonly maxLagMs: number
  readonly logger: Logger
}

/** Opens reads on a standby, which go to the primary while the standby is later than the bound, or fails. */
export function openReads(options: ReadsOptions): Reads {
  return new StandbyReads(options)
}

/** A standby that was too late is asked again after this, and one that failed after the longer time. */
const lateAgainMs = 250
const failedAgainMs = 2_000
const standbyLimits = { maxConnections: 10, connectTimeoutMs: 1_000 }
const lookWithinMs = 1_000

/**
 * A standby only moves forward: one that was `lag` late at a time is at most `maxLagMs` late for the difference of both
 * from then on. The market commits twice a second, so the newest commit that was replayed tells how late it is; without
 * a market the standby looks late, and reads go to the primary.
 */
class StandbyReads implements Reads {
  readonly #options: ReadsOptions
  readonly #standby: pg.Pool
  #freshUntilMs = -Infinity
  #lookAgainMs = -Infinity
  #looking: Promise<void> | null = null
  /** Where reads went last, to log a change once. */
  #isUsed: boolean | null = null

  constructor(options: ReadsOptions) {
    this.#options = options
    this.#standby = createPool(options.url, 'reads', standbyLimits)
  }

  async run<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    if (!(await this.#isFresh())) return work(this.#options.primary)
    try {
      return await work(this.#standby)
    } catch (error) {
      // An error of the statement itself comes again from the primary.
      this.#fail(error)
      return work(this.#options.primary)
    }
  }

  async stop(): Promise<void> {
    await this.#looking
    await this.#standby.end()
  }

  async #isFresh(): Promise<boolean> {
    const nowMs = performance.now()
    if (nowMs < this.#freshUntilMs) return true
    if (nowMs < this.#lookAgainMs) return false
    this.#looking ??= this.#look().finally(() => (this.#looking = null))
    await this.#looking
    return performance.now() < this.#freshUntilMs
  }

  async #look(): Promise<void> {
    const { maxLagMs } = this.#options
    const sinceMs = performance.now()
    try {
      const lagMs = await readLagMs(this.#standby)
      if (lagMs !== null && lagMs < maxLagMs) {
        this.#freshUntilMs = sinceMs + maxLagMs - lagMs
        this.#note(true, { lagMs })
      } else {
        this.#lookAgainMs = sinceMs + lateAgainMs
        this.#note(false, { lagMs })
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    this.#freshUntilMs = -Infinity
    this.#lookAgainMs = performance.now() + failedAgainMs
    this.#note(false, { err: error })
  }

  #note(isUsed: boolean, why: Readonly<Record<string, unknown>>): void {
    if (this.#isUsed === isUsed) return
    this.#isUsed = isUsed
    if (isUsed) this.#options.logger.info(why, 'reads go to the standby')
    else this.#options.logger.warn(why, 'reads go to the primary')
  }
}

/** How late a standby is; null where it has replayed nothing yet, or is none: an old primary knows no newer commits. */
async function readLagMs(standby: pg.Pool): Promise<number | null> {
  const { rows } = await standby.query<{ lag_ms: bigint | null }>({
    text: `select case when pg_is_in_recovery()
      then (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::int8 end as lag_ms`,
    query_timeout: lookWithinMs,
  } as pg.QueryConfig)
  const lagMs = rows[0]?.lag_ms ?? null
  // Below zero where the standby's clock is behind.
  return lagMs === null ? null : Math.max(0, Number(lagMs))
}
