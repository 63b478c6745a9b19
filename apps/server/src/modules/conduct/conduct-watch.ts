import { startRounds } from '../../platform/rounds.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import { closeDay, countSettled, watchIncidents } from './conduct-store.ts'

const everyMs = 10_000
/** Batches of each stripe that are counted in one statement; each has at most 500 contracts. */
const batchesAtOnce = 20

/**
 * Notices incidents, counts the contracts that were settled since the last round, and closes the days that are whole.
 * Several watches may run: each batch is counted once.
 */
export function startConductWatch(options: WatchOptions): Rounds {
  const { pool, logger } = options
  const round = async (): Promise<void> => {
    try {
      await watchIncidents(pool)
      await countConduct(pool)
    } catch (error) {
      logger.error({ err: error }, "the house's conduct could not be counted")
    }
  }
  return startRounds(round, { everyMs, repeat: options.repeat })
}

/** Counts all batches that are booked, and closes the days that are whole. */
export async function countConduct(pool: Database): Promise<void> {
  while ((await countSettled(pool, batchesAtOnce)) > 0);
  while ((await closeDay(pool)) !== null);
}
