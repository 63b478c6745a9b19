import { startRounds } from '../../platform/rounds.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import { takeSnapshot } from './solvency-service.ts'
import { readDueDay } from './solvency-store.ts'

const everyMs = 60_000

/** Counts all liabilities once each UTC day: after midnight, or at the next start where no process ran then. */
export function startSnapshotWatch(
  options: WatchOptions & {
    /** Called after each round with whether the day lacks its snapshot. */
    readonly onRound: (isMissing: boolean) => void
  },
): Rounds {
  const { pool, logger, onRound } = options
  const round = async (): Promise<void> => {
    try {
      const day = await readDueDay(pool)
      if (day !== null) {
        const startedMs = performance.now()
        const snapshotId = await takeSnapshot(pool, day)
        const tookMs = Math.round(performance.now() - startedMs)
        if (snapshotId !== null) logger.info({ snapshotId: String(snapshotId), tookMs }, 'liabilities were counted')
      }
      onRound(false)
    } catch (error) {
      logger.error({ alarm: 'liabilities-not-counted', err: error }, 'liabilities could not be counted')
      onRound(true)
    }
  }
  return startRounds(round, { everyMs, repeat: options.repeat })
}
