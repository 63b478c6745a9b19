import type { Logger } from '../../platform/logger.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Notifier } from '../messages/index.ts'
import { notifySockets } from './floor-service.ts'
import { followBid, lapseSale, readLapsing } from './floor-store.ts'

const watchIntervalMs = 2_000
const salesARound = 200
/** At most this many adverts follow per round; errors show in the next. */
const advertsARound = 20

/**
 * Lapses overdue sales, and has automatic adverts follow the swap price. Several watchers may run, and pauses are
 * harmless: the ledger ends each sale once, by its own clock.
 */
export function startFloorWatch(
  options: WatchOptions & {
    readonly notifier: Notifier
  },
): Rounds {
  const { logger } = options
  const watch = async () => {
    try {
      await lapseDue(options)
      let left = advertsARound
      while (left > 0 && (await followBid(options.pool))) left -= 1
    } catch (error) {
      logger.error({ err: error }, 'a round of the trading floor failed')
    }
  }
  return startRounds(watch, { everyMs: watchIntervalMs, repeat: options.repeat })
}

/** Lapses every overdue sale. A sale that fails does not delay others, and is retried in the next round. */
export async function lapseDue(deps: {
  readonly pool: Database
  readonly logger: Logger
  readonly notifier: Notifier
}): Promise<number> {
  let lapsed = 0
  for (const { saleId, customerId } of await readLapsing(deps.pool, salesARound)) {
    try {
      if (!(await lapseSale(deps.pool, saleId))) continue
      lapsed += 1
      await notifySockets(deps, { saleId, customerId, state: 'closed' })
    } catch (error) {
      deps.logger.error({ err: error, saleId: String(saleId) }, 'a sale could not be ended')
    }
  }
  return lapsed
}
