import { startRounds } from '../../platform/rounds.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import { countForesight, readForesight } from './foresight-store.ts'

const everyMs = 30_000
const ordersAtOnce = 2_000

/**
 * Keeps count of how often orders are right about the next seconds, per instrument and customer, and raises an alarm
 * where they are right more often than it takes to break even.
 */
export function startForesightWatch(
  options: WatchOptions & {
    /** Called after each count with the number of instruments and customers above break-even. */
    readonly onCounted: (alarms: number) => void
  },
): Rounds {
  const { pool, logger, onCounted } = options
  let alarmsBefore = 0
  const watch = async () => {
    try {
      while ((await countForesight(pool, ordersAtOnce)) === ordersAtOnce);
      const { instruments, customers } = await readForesight(pool)
      const alarms = [...instruments, ...customers].filter(({ share }) => share.isAlarm).length
      if (alarms > alarmsBefore) logger.warn({ alarms }, 'prices are foreseen more often than it takes to break even')
      alarmsBefore = alarms
      onCounted(alarms)
    } catch (error) {
      logger.error({ err: error }, 'what orders foresaw could not be counted')
    }
  }
  return startRounds(watch, { everyMs, repeat: options.repeat })
}
