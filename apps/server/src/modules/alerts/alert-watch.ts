import { startRounds } from '../../platform/rounds.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import type { Notifier } from '../messages/index.ts'
import { fireDue } from './alerts-store.ts'

const pollIntervalMs = 1_000
/** The frames of a minute: usually two or three wait, many after the server was down. */
const framesAtOnce = 120

export interface AlertWatchOptions extends WatchOptions {
  readonly notifier: Notifier
  readonly framesAtOnce?: number
}

/**
 * Compares stored frames with the alerts every second, first those that were stored while the server was down. The
 * publication of frames does not wait for it. Several processes may watch: one compares at a time.
 */
export function startAlertWatch(options: AlertWatchOptions): Rounds {
  const { pool, logger, notifier, repeat } = options
  const round = async (isStopping: () => boolean): Promise<void> => {
    try {
      for (;;) {
        const { fired, isBehind } = await fireDue(pool, options.framesAtOnce ?? framesAtOnce)
        for (const { customerId, messageId } of fired)
          await notifier.announce(customerId, { kind: 'message', id: `m${messageId}`, state: 'alert-fired' })
        // A stop ends it after the frames in progress, not after all that are stored.
        if (!isBehind || isStopping()) return
      }
    } catch (error) {
      logger.error({ err: error }, 'price alerts could not be compared with the frames; it is tried again')
    }
  }
  return startRounds(round, { everyMs: pollIntervalMs, repeat })
}
