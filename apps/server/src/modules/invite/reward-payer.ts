import type { Repeat } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Rounds } from '../../platform/rounds.ts'
import type { Database } from '../../platform/transaction.ts'
import type { Notifier } from '../messages/index.ts'
import { payRewards, readRewardStripes } from './invite-store.ts'

const payIntervalMs = 2_000
const rewardsPerBatch = 200

export interface RewardPayerOptions {
  readonly pool: Database
  readonly logger: Logger
  readonly notifier: Notifier
  readonly repeat?: Repeat
}

/**
 * Pays the rewards promised by verifications: overdue ones at once, then every two seconds. The due state is stored in
 * the ledger alone, so a crash loses nothing; several payers may run, because a reward is paid once.
 */
export function startRewardPayer(options: RewardPayerOptions): Rounds {
  const { pool, logger, notifier } = options
  let isStopped = false
  const payStripe = async (stripe: number): Promise<void> => {
    while (!isStopped) {
      const rewarded = await payRewards(pool, stripe, rewardsPerBatch)
      if (rewarded.length === 0) return
      for (const { inviterId, code } of rewarded)
        await notifier.announce(inviterId, { kind: 'invite', id: code, state: 'rewarded' })
    }
  }
  /** A halted stripe or a broken connection does not keep others from being paid. */
  const payAll = async (): Promise<void> => {
    try {
      for (const stripe of await readRewardStripes(pool))
        await payStripe(stripe).catch((error: unknown) => {
          logger.error({ err: error, stripe }, 'promised rewards could not be paid; it is tried again')
        })
    } catch (error) {
      logger.error({ err: error }, 'promised rewards could not be read; it is tried again')
    }
  }
  const rounds = startRounds(payAll, { everyMs: payIntervalMs, repeat: options.repeat })
  return {
    look: rounds.look,
    // Ends after the batch in progress, not after all that is promised.
    stop: () => {
      isStopped = true
      return rounds.stop()
    },
  }
}
