import type { Clock, Repeat } from '../../platform/clock.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import { DueBatches } from '../ledger/index.ts'
import { tellSockets } from './interest-service.ts'
import type { InterestDependencies } from './interest-service.ts'
import { matureTerms, readDueStripes, readFirstDueTerm } from './interest-store.ts'
import type { MaturedTerm } from './interest-store.ts'

const watchIntervalMs = 1_000
const batchSize = 200

export interface MaturityWatchOptions extends InterestDependencies {
  /** Hears after each look how many orders are passed over because they fail alone. */
  readonly onStuck?: (orders: number) => void
  readonly batchSize?: number
  readonly repeat?: Repeat
  /** A clock that never goes back; the process's where none is given. */
  readonly monotonic?: Clock
}

/**
 * Pays interest orders back at their expiry: at once what fell due while nobody watched, then every second. What is due stands in the
 * ledger alone, so that nothing is lost with a process; any number may watch, as an order ends once.
 */
export function startMaturityWatch(options: MaturityWatchOptions): Rounds {
  const { pool, logger } = options
  let isStopped = false
  const due = new DueBatches<MaturedTerm>({
    batchSize: options.batchSize ?? batchSize,
    book: (stripe, limit, skipped) => matureTerms(pool, stripe, limit, skipped),
    readFirst: (stripe, skipped) => readFirstDueTerm(pool, stripe, skipped),
    onBooked: async (matured) => {
      for (const term of matured) await tellSockets(options, term, 'expired')
    },
    onStuck: (termId, stripe, cause) => {
      logger.error(
        { alarm: 'term-stuck', termId: String(termId), stripe, err: cause },
        'an interest order cannot be paid back and waits',
      )
    },
    isStopped: () => isStopped,
    monotonic: options.monotonic ?? { nowMs: () => performance.now() },
  })
  const lookAtAll = async (): Promise<void> => {
    try {
      for (const stripe of await readDueStripes(pool)) await runStripe(stripe)
    } catch (error) {
      logger.error({ err: error }, 'due interest orders could not be read; it is tried again')
    }
    options.onStuck?.(due.stuckCount)
  }
  /** One stripe that is halted, or whose connection breaks, keeps no other from being paid. */
  const runStripe = (stripe: number): Promise<void> =>
    due.run(stripe).catch((error: unknown) => {
      logger.error({ err: error, stripe }, 'due interest orders could not be paid back; it is tried again')
    })
  const rounds = startRounds(lookAtAll, { everyMs: watchIntervalMs, repeat: options.repeat })
  return {
    look: rounds.look,
    // Ends after the batch in progress, not after all that is due.
    stop: () => {
      isStopped = true
      return rounds.stop()
    },
  }
}
