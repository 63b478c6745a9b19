import { keyedHash } from '../keyed-hash.ts'
import { startRounds } from '../rounds.ts'
import type { WatchOptions } from '../rounds.ts'
import { addCounts, forgetCounts } from './limit-store.ts'
import type { SharedLimit } from './rate-limit.ts'

const everyMs = 500
const forgetEveryMs = 600_000
const keyBytes = 16

/** Limits that count the calls of all processes together. */
export interface LimitShare {
  /** Shares a limit with the limits of this name in other processes. */
  add(name: string, limit: SharedLimit): void
  stop(): Promise<void>
}

export interface LimitShareOptions extends WatchOptions {
  /** Keys of limits are networks and customers: the database gets hashes of them. */
  readonly secret: string
}

/**
 * Starts sharing: twice a second what this process counted of busy keys goes to the database, and what the others
 * counted comes back. Without the database each process goes on with its own counts.
 */
export function startLimitShare({ pool, secret, logger, repeat }: LimitShareOptions): LimitShare {
  const limits: { readonly name: string; readonly limit: SharedLimit }[] = []
  const exchange = async () => {
    const due = limits.flatMap(({ name, limit }) =>
      limit.takeDue().map((counted) => ({
        limit,
        counted,
        hash: keyedHash(secret, 'rate limit', name, counted.key).subarray(0, keyBytes),
      })),
    )
    if (due.length === 0) return
    try {
      const sums = await addCounts(
        pool,
        due.map(({ counted, hash }) => ({ ...counted, key: hash })),
      )
      const sumOf = new Map(sums.map(({ key, startMs, count }) => [`${key.toString('hex')} ${startMs}`, count]))
      for (const { limit, counted, hash } of due)
        limit.learn(counted, sumOf.get(`${hash.toString('hex')} ${counted.startMs}`) ?? counted.count)
    } catch (error) {
      logger.warn({ err: error }, 'counts of calls could not be shared; it is tried again')
      for (const { limit, counted } of due) limit.tryAgain(counted.key)
    }
  }
  const exchanging = startRounds(exchange, { everyMs, repeat })
  const forgetting = startRounds(
    () =>
      forgetCounts(pool).catch((error: unknown) => {
        logger.warn({ err: error }, 'old counts of calls could not be deleted')
      }),
    { everyMs: forgetEveryMs, repeat },
  )
  return {
    add: (name, limit) => void limits.push({ name, limit }),
    stop: async () => {
      await exchanging.stop()
      await forgetting.stop()
    },
  }
}
