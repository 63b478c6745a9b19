import type { Clock, Repeat } from '../../platform/clock.ts'
import type { Rounds } from '../../platform/rounds.ts'
import { startDueWatch } from '../ledger/index.ts'
import { notifySockets } from './interest-service.ts'
import type { InterestDependencies } from './interest-service.ts'
import { matureTerms, readDueStripes, readFirstDueTerm } from './interest-store.ts'
import type { MaturedTerm } from './interest-store.ts'

const watchIntervalMs = 1_000
const batchSize = 200

export interface MaturityWatchOptions extends InterestDependencies {
  /** Called after each poll with the number of quarantined orders. */
  readonly onStuck?: (orders: number) => void
  readonly batchSize?: number
  readonly repeat?: Repeat
  /** A monotonic clock; the process's by default. */
  readonly monotonic?: Clock
}

/**
 * Pays interest orders back at their expiry: overdue ones at once, then every second. The due state is stored in the
 * ledger alone, so a crash loses nothing; several watches may run, because an order ends once.
 */
export function startMaturityWatch(options: MaturityWatchOptions): Rounds {
  const { pool } = options
  return startDueWatch<MaturedTerm>({
    ...options,
    everyMs: watchIntervalMs,
    batchSize: options.batchSize ?? batchSize,
    readStripes: () => readDueStripes(pool),
    book: (stripe, limit, skipped) => matureTerms(pool, stripe, limit, skipped),
    readFirst: (stripe, skipped) => readFirstDueTerm(pool, stripe, skipped),
    onBooked: async (matured) => {
      for (const term of matured) await notifySockets(options, term, 'expired')
    },
    alarm: { name: 'term-stuck', idName: 'termId' },
    messages: {
      stuck: 'an interest order cannot be paid back and waits',
      unbooked: 'due interest orders could not be paid back',
      unread: 'due interest orders could not be read',
    },
  })
}
