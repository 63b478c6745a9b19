import type { Clock } from '../../platform/clock.ts'
import type { Rounds, WatchOptions } from '../../platform/rounds.ts'
import { startDueWatch } from '../ledger/index.ts'
import type { Notifier } from '../messages/index.ts'
import { payRewards, readFirstReward, readRewardStripes } from './invite-store.ts'
import type { Rewarded } from './invite-store.ts'

const payIntervalMs = 2_000
const rewardsPerBatch = 200

export interface RewardPayerOptions extends WatchOptions {
  readonly notifier: Notifier
  /** Called after each poll with the number of skipped rewards. */
  readonly onStuck?: (rewards: number) => void
  /** A monotonic clock; the process's by default. */
  readonly monotonic?: Clock
}

/**
 * Pays the rewards promised by verifications: overdue ones at once, then every two seconds. The due state is stored in
 * the ledger alone, so a crash loses nothing; several payers may run, because a reward is paid once. A reward that
 * cannot be paid is skipped, and retried later.
 */
export function startRewardPayer(options: RewardPayerOptions): Rounds {
  const { pool, notifier } = options
  return startDueWatch<Rewarded>({
    ...options,
    everyMs: payIntervalMs,
    batchSize: rewardsPerBatch,
    readStripes: () => readRewardStripes(pool),
    book: (stripe, limit, skipped) => payRewards(pool, stripe, limit, skipped),
    readFirst: (stripe, skipped) => readFirstReward(pool, stripe, skipped),
    onBooked: async (rewarded) => {
      for (const { inviterId, code } of rewarded)
        await notifier.announce(inviterId, { kind: 'invite', id: code, state: 'rewarded' })
    },
    alarm: { name: 'reward-stuck', idName: 'invitedId' },
    messages: {
      stuck: 'a promised reward cannot be paid and waits',
      unbooked: 'promised rewards could not be paid',
      unread: 'promised rewards could not be read',
    },
  })
}
