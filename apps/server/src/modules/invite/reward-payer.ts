import type { Clock, Repeat } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import { DueBatches } from '../ledger/index.ts'
import type { Notifier } from '../messages/index.ts'
import { payRewards, readFirstReward, readRewardStripes } from './invite-store.ts'
import type { Rewarded } from './invite-store.ts'

const payIntervalMs = 2_000
const rewardsPerBatch = 200

export interface RewardPayerOptions {
  readonly pool: Database
  readonly logger: Logger
  readonly notifier: Notifier
  /** Called after each poll with the number of skipped rewards. */
  readonly onStuck?: (rewards: number) => void
  readonly repeat?: Repeat
  /** A monotonic clock; the process's by default. */
  readonly monotonic?: Clock
}

/**
 * Pays the rewards promised by verifications: overdue ones at once, then every two seconds. The due state is stored in
 * the ledger alone, so a crash loses nothing; several payers may run, because a reward is paid once. A reward that
 * cannot be paid is skipped, and retried later.
 */
export function startRewardPayer(options: RewardPayerOptions): Rounds {
  const { pool, logger, notifier } = options
  const due = new DueBatches<Rewarded>({
    batchSize: rewardsPerBatch,
    book: (stripe, limit, skipped) => payRewards(pool, stripe, limit, skipped),
    readFirst: (stripe, skipped) => readFirstReward(pool, stripe, skipped),
    onBooked: async (rewarded) => {
      for (const { inviterId, code } of rewarded)
        await notifier.announce(inviterId, { kind: 'invite', id: code, state: 'rewarded' })
    },
    onStuck: (invitedId, stripe, cause) => {
      logger.error(
        { alarm: 'reward-stuck', invitedId: String(invitedId), stripe, err: cause },
        'a promised reward cannot be paid and waits',
      )
    },
    monotonic: options.monotonic ?? { nowMs: () => performance.now() },
  })
  /** A halted stripe or a broken connection does not keep others from being paid. */
  const payStripe = (stripe: number, isStopping: () => boolean): Promise<void> =>
    due.run(stripe, isStopping).catch((error: unknown) => {
      logger.error({ err: error, stripe }, 'promised rewards could not be paid; it is tried again')
    })
  const payAll = async (isStopping: () => boolean): Promise<void> => {
    try {
      for (const stripe of await readRewardStripes(pool)) await payStripe(stripe, isStopping)
    } catch (error) {
      logger.error({ err: error }, 'promised rewards could not be read; it is tried again')
    }
    options.onStuck?.(due.stuckCount)
  }
  return startRounds(payAll, { everyMs: payIntervalMs, repeat: options.repeat })
}
