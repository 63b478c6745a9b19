import {
  chainSources,
  createDepositAddresses,
  createDepositReview,
  createDepositReviewTask,
  createDepositService,
  createVouchers,
  depositOperatorRoutes,
  depositRoutes,
  lapseOldDeposits,
  startChainWatcher,
  watchedKeys,
} from '../modules/deposit/index.ts'
import type { ChangedDeposit } from '../modules/deposit/index.ts'
import type { ReviewTask } from '../modules/operator/index.ts'
import type { Route } from '../platform/http/index.ts'
import { createPhotos } from '../platform/photos/index.ts'
import { startRounds } from '../platform/rounds.ts'
import type { Accounts } from './accounts.ts'
import type { Shared } from './shared.ts'
import { openVault } from './vault.ts'

/** The interval between two polls of a chain. */
const pollIntervalMs = 3_000
const lapseIntervalMs = 10 * 60_000
const sweepIntervalMs = 3_600_000

export interface Deposits {
  readonly routes: readonly Route[]
  readonly reviewTasks: readonly ReviewTask[]
  stop(): Promise<void>
}

/** Deposits: announcements, addresses, and the watchers of the configured chains. */
export function startDeposits(
  { config, pool, watcherPool, notifier, logger, metrics }: Shared,
  { limits }: Accounts,
): Deposits {
  const tell = ({ customerId, depositId, state }: ChangedDeposit) => {
    notifier.announce(customerId, { kind: 'recharge', id: String(depositId), state }).catch((error: unknown) => {
      logger.warn({ err: error }, 'notifying a customer of a deposit failed')
    })
  }
  const watchers = chainSources(config).map((source) =>
    startChainWatcher({
      watcher: watcherPool,
      source,
      logger,
      onChanged: tell,
      onPolled: (wentThrough) => {
        metrics.alarms.set({ name: `chain-${source.chain.toLowerCase()}` }, wentThrough ? 0 : 1)
      },
      intervalMs: pollIntervalMs,
    }),
  )
  const lapsing = setInterval(() => {
    lapseOldDeposits(pool).catch((error: unknown) => {
      logger.error({ err: error }, 'expiring old deposits failed')
    })
  }, lapseIntervalMs)
  const addresses = createDepositAddresses({ watcher: watcherPool, xpubs: watchedKeys(config) })
  const vault = openVault(config)
  const vouchers = createVouchers({ pool, photos: createPhotos(), vault })
  const sweep = () =>
    vouchers.sweep().catch((error: unknown) => {
      logger.error({ err: error }, 'deleting vouchers without a deposit failed')
    })
  const sweeping = startRounds(sweep, { everyMs: sweepIntervalMs })
  const service = createDepositService({ pool, vouchers, addresses, limits })
  const review = createDepositReview({ pool, vault, notifier })
  return {
    routes: [...depositRoutes(service), ...depositOperatorRoutes(review)],
    reviewTasks: [createDepositReviewTask({ pool, review })],
    stop: async () => {
      clearInterval(lapsing)
      await Promise.all([sweeping.stop(), ...watchers.map((watcher) => watcher.stop())])
    },
  }
}
