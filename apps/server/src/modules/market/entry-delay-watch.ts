import { startRounds } from '../../platform/rounds.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import type { Instrument } from './catalogue.ts'
import { EntryDelays } from './entry-delay.ts'
import type { MeasuredLag } from './entry-delay.ts'
import { setEntryDelays } from './entry-delay-store.ts'

const everyMs = 10_000

/** Keeps the stored entry delays at the lag of the sources. */
export function startEntryDelays(
  options: WatchOptions & {
    readonly instruments: readonly Instrument[]
    readonly lagsMs: () => readonly MeasuredLag[]
    readonly nowMs: () => number
  },
): Rounds {
  const { pool, lagsMs, nowMs, logger } = options
  const delays = new EntryDelays(options.instruments)
  const follow = async () => {
    const changed = delays.changed(lagsMs(), nowMs())
    if (changed.length === 0) return
    try {
      await setEntryDelays(pool, changed)
      delays.applied(changed, nowMs())
      logger.info({ changed }, 'entry delays follow the lag of the sources')
    } catch (error) {
      logger.error({ err: error }, 'entry delays could not be stored')
    }
  }
  return startRounds(follow, { everyMs, repeat: options.repeat })
}
