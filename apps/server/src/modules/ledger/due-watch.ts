import type { Repeat } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import { DueBatches } from './due-batches.ts'
import type { DueBatchesOptions } from './due-batches.ts'

export interface DueWatchOptions<Done> extends Omit<DueBatchesOptions<Done>, 'onStuck'> {
  readonly logger: Logger
  readonly everyMs: number
  readonly repeat?: Repeat | undefined
  /** The stripes on which something is due. */
  readonly readStripes: () => Promise<readonly number[]>
  /** What the log says of an item that fails alone, of a stripe that fails, and of a failure to read the stripes. */
  readonly messages: { readonly stuck: string; readonly unbooked: string; readonly unread: string }
  /** The alarm of an item that fails alone, and the name of its id in the log. */
  readonly alarm: { readonly name: string; readonly idName: string }
  /** Called after each poll with the number of items that are passed over. */
  readonly onStuck?: ((items: number) => void) | undefined
}

/**
 * Books what is due, stripe by stripe: overdue items at once, then in rounds. What is due is stored in the database
 * alone, so a crash loses nothing; several watches may run, because an item is booked once.
 */
export function startDueWatch<Done>({ onStuck, ...options }: DueWatchOptions<Done>): Rounds {
  const { logger, messages, alarm, everyMs, repeat } = options
  const due = new DueBatches<Done>({
    ...options,
    onStuck: (id, stripe, cause) => {
      logger.error({ alarm: alarm.name, [alarm.idName]: String(id), stripe, err: cause }, messages.stuck)
    },
  })
  /** A halted stripe or a broken connection does not keep others from being booked. */
  const runStripe = (stripe: number, isStopping: () => boolean): Promise<void> =>
    due.run(stripe, isStopping).catch((error: unknown) => {
      logger.error({ err: error, stripe }, `${messages.unbooked}; it is tried again`)
    })
  const lookAtAll = async (isStopping: () => boolean): Promise<void> => {
    try {
      for (const stripe of await options.readStripes()) await runStripe(stripe, isStopping)
    } catch (error) {
      logger.error({ err: error }, `${messages.unread}; it is tried again`)
    }
    onStuck?.(due.stuckCount)
  }
  return startRounds(lookAtAll, { everyMs, repeat })
}
