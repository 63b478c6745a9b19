import { startRounds } from '../../platform/rounds.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import { withTransaction } from '../../platform/transaction.ts'
import { delayDelivery, endDelivery, findDeliveries, forgetDeliveries, keptMs, takeDue } from './delivery-store.ts'
import type { Delivery } from './delivery-store.ts'
import { pushNoteOf } from './push-note.ts'
import type { PushOutcome, PushSender } from './push-sender.ts'
import { deleteSubscription, isAnySubscribed } from './subscription-store.ts'

const pollIntervalMs = 2_000
const sentAtOnce = 20
/** With waits of 15 s, 30 s, 1 min … half an hour of trying. */
const mostAttempts = 7
const firstWaitMs = 15_000
const longestWaitMs = 1_800_000

export interface PushWatchOptions extends WatchOptions {
  readonly sender: PushSender
}

/**
 * Sends notifications: every two seconds it finds new inbox events, and sends each at most once to each subscribed
 * device. Several processes may watch.
 */
export function startPushWatch({ pool, logger, sender, repeat }: PushWatchOptions): Rounds {
  const sendDue = async (isStopping: () => boolean): Promise<void> => {
    // A stop ends it after the notes under way, not after all that are due.
    while (!isStopping()) {
      const due = await takeDue(pool, sentAtOnce)
      await Promise.all(due.map((delivery) => sendOne({ pool, logger, sender }, delivery)))
      if (due.length < sentAtOnce) return
    }
  }
  const round = async (isStopping: () => boolean): Promise<void> => {
    try {
      if (!(await isAnySubscribed(pool))) return
      if ((await withTransaction(pool, findDeliveries)) > 0) await forgetDeliveries(pool)
      await sendDue(isStopping)
    } catch (error) {
      logger.error({ err: error }, 'notifications could not be sent; it is tried again')
    }
  }
  return startRounds(round, { everyMs: pollIntervalMs, repeat })
}

async function sendOne({ pool, logger, sender }: Omit<PushWatchOptions, 'repeat'>, delivery: Delivery): Promise<void> {
  const outcome = await sender.send(delivery.target, pushNoteOf(delivery.item, delivery.reader), keptMs)
  switch (outcome.type) {
    case 'sent':
      return endDelivery(pool, delivery, 'sent')
    case 'gone':
      return deleteSubscription(pool, delivery.sessionId)
    case 'later':
      return delivery.attempts < mostAttempts
        ? delayDelivery(pool, delivery, waitMs(delivery.attempts, outcome))
        : endDelivery(pool, delivery, 'given-up')
    case 'refused':
      logger.warn(
        { host: new URL(delivery.target.endpoint).host, reason: outcome.reason },
        'a push service refused a notification',
      )
      return endDelivery(pool, delivery, 'given-up')
    case 'unknown':
      return endDelivery(pool, delivery, 'given-up')
  }
}

function waitMs(attempts: number, { afterMs }: Extract<PushOutcome, { type: 'later' }>): number {
  return Math.min(Math.max(firstWaitMs * 2 ** (attempts - 1), afterMs ?? 0), longestWaitMs)
}
