import { clockDifferenceMs } from '../platform/postgres/clock-difference.ts'
import type { Repeat } from '../platform/clock.ts'
import { startRounds } from '../platform/rounds.ts'
import type { Health, Shared } from './shared.ts'

const everyMs = 2_000
/** Clocks that are set by NTP differ by milliseconds. */
const maxDifferenceMs = 5_000

interface ClockWatch extends Pick<Health, 'isClockRight'> {
  stop(): Promise<void>
}

/**
 * Compares the clock of this machine with that of the database, which all processes share. Resolves once they were
 * compared. Where they differ, an alarm is raised, and a process refuses what depends on its own time.
 */
export async function startClockWatch(
  { pool, clock, logger, metrics }: Pick<Shared, 'pool' | 'clock' | 'logger' | 'metrics'>,
  repeat?: Repeat,
): Promise<ClockWatch> {
  let isRight = true
  const judge = (differenceMs: number) => {
    const wasRight = isRight
    isRight = Math.abs(differenceMs) <= maxDifferenceMs
    metrics.alarms.set({ name: 'clock-differs' }, isRight ? 0 : 1)
    if (isRight === wasRight) return
    const seconds = Math.abs(Math.round(differenceMs / 1_000))
    const place = differenceMs > 0 ? 'behind' : 'ahead of'
    if (isRight) logger.info('the clock of this machine is that of the database again')
    else logger.error(`the clock of this machine is ${seconds} s ${place} the database: it refuses orders`)
  }
  const rounds = startRounds(
    async () => {
      try {
        judge(await clockDifferenceMs(pool, clock))
      } catch (error) {
        // What was found before holds until the database responds.
        logger.debug({ err: error }, 'the clock could not be compared with that of the database')
      }
    },
    { everyMs, repeat },
  )
  await rounds.look()
  return { isClockRight: () => isRight, stop: rounds.stop }
}
