import { startRounds } from '../../platform/rounds.ts'
import type { WatchOptions } from '../../platform/rounds.ts'
import { countOverdue, noticeOverdue } from './withdrawal-store.ts'

const watchIntervalMs = 30_000

/**
 * Escalates overdue promises of withdrawals: each is reported to its customer and recorded in the audit once, however
 * many watches run.
 */
export function startOverdueWatch(
  options: WatchOptions & {
    /** Called with the number of newly noticed promises, if any. */
    readonly onNoticed?: (count: number) => void
    /** Called after each round with the number of all that wait for longer than was promised. */
    readonly onCounted?: (count: number) => void
  },
): { stop(): Promise<void> } {
  const { pool, logger } = options
  const watch = async () => {
    try {
      const count = await noticeOverdue(pool)
      if (count > 0) {
        logger.warn({ count }, 'withdrawals are overdue')
        options.onNoticed?.(count)
      }
      if (options.onCounted !== undefined) options.onCounted(await countOverdue(pool))
    } catch (error) {
      logger.error({ err: error }, 'overdue withdrawals could not be noticed')
    }
  }
  return startRounds(watch, { everyMs: watchIntervalMs, repeat: options.repeat })
}
