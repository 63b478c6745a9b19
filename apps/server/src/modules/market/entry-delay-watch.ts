import type { Repeat } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import type { Instrument } from './catalogue.ts'
import { EntryDelays } from './entry-delay.ts'
import type { MeasuredLag } from './entry-delay.ts'
import { setEntryDelays } from './entry-delay-store.ts'
import type { Database } from './market-store.ts'

const everyMs = 10_000

/** Keeps the stored entry delays at the lag of the sources. */
export function startEntryDelays(options: {
  readonly pool: Database
  readonly instruments: readonly Instrument[]
  readonly lagsMs: () => readonly MeasuredLag[]
  readonly nowMs: () => number
  readonly logger: Logger
  readonly repeat?: Repeat
}): Rounds {
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
