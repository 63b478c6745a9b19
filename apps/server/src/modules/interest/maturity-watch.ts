import type { Clock, Repeat } from '../../platform/clock.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import { DueBatches } from '../ledger/index.ts'
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
  const { pool, logger } = options
  const due = new DueBatches<MaturedTerm>({
    batchSize: options.batchSize ?? batchSize,
    book: (stripe, limit, skipped) => matureTerms(pool, stripe, limit, skipped),
    readFirst: (stripe, skipped) => readFirstDueTerm(pool, stripe, skipped),
    onBooked: async (matured) => {
      for (const term of matured) await notifySockets(options, term, 'expired')
    },
    onStuck: (termId, stripe, cause) => {
      logger.error(
        { alarm: 'term-stuck', termId: String(termId), stripe, err: cause },
        'an interest order cannot be paid back and waits',
      )
    },
    monotonic: options.monotonic ?? { nowMs: () => performance.now() },
  })
  const lookAtAll = async (isStopping: () => boolean): Promise<void> => {
    try {
      for (const stripe of await readDueStripes(pool)) await runStripe(stripe, isStopping)
    } catch (error) {
      logger.error({ err: error }, 'due interest orders could not be read; it is tried again')
    }
    options.onStuck?.(due.stuckCount)
  }
  /** A halted stripe or a broken connection does not keep others from being paid. */
  const runStripe = (stripe: number, isStopping: () => boolean): Promise<void> =>
    due.run(stripe, isStopping).catch((error: unknown) => {
      logger.error({ err: error, stripe }, 'due interest orders could not be paid back; it is tried again')
    })
  return startRounds(lookAtAll, { everyMs: watchIntervalMs, repeat: options.repeat })
}
