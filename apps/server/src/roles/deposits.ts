import {
  createDepositAddresses,
  createDepositReview,
  createDepositReviewTask,
  createDepositService,
  createVouchers,
  depositOperatorRoutes,
  depositRoutes,
  lapseOldDeposits,
  readWatchedChains,
} from '../modules/deposit/index.ts'
import type { ReviewTask } from '../modules/operator/index.ts'
import type { Route } from '../platform/http/index.ts'
import { systemClock, systemRepeat } from '../platform/clock.ts'
import { createPhotos } from '../platform/photos/index.ts'
import { startRounds } from '../platform/rounds.ts'
import type { Shared } from './shared.ts'
import { openVault } from './vault.ts'

const lapseIntervalMs = 10 * 60_000
const sweepIntervalMs = 3_600_000

export interface Deposits {
  readonly routes: readonly Route[]
  readonly reviewTasks: readonly ReviewTask[]
  stop(): Promise<void>
}

/** Deposits: announcements, addresses, vouchers and their review. The watchers of the chains are a peer. */
export async function startDeposits(shared: Shared): Promise<Deposits> {
  const { config, parts, pool, peers, notifier, sharedNames, logger } = shared
  const watched = await readWatchedChains(pool)
  followWatcher(shared)
  const lapse = () =>
    lapseOldDeposits(pool).catch((error: unknown) => {
      logger.error({ err: error }, 'expiring old deposits failed')
    })
  const addresses = createDepositAddresses({
    pool,
    watched,
    request: (customerId, chain) => peers.ask({ kind: 'assign-address', chain, customerId }),
    ...(sharedNames === null ? {} : { claim: sharedNames.claimAddress }),
  })
  const vault = openVault(config)
  const vouchers = createVouchers({ pool, photos: createPhotos(), vault })
  const sweep = () =>
    vouchers.sweep().catch((error: unknown) => {
      logger.error({ err: error }, 'deleting vouchers without a deposit failed')
    })
  const endLapsing = parts.has('jobs') ? systemRepeat(() => void lapse(), lapseIntervalMs) : () => undefined
  const sweeping = parts.has('jobs') ? startRounds(sweep, { everyMs: sweepIntervalMs }) : null
  const service = createDepositService({ pool, vouchers, addresses })
  const review = createDepositReview({ pool, vault, notifier })
  return {
    routes: [...depositRoutes(service), ...depositOperatorRoutes(review)],
    reviewTasks: [createDepositReviewTask({ pool, review })],
    stop: async () => {
      endLapsing()
      await sweeping?.stop()
    },
  }
}

/** Measures the polls of the watcher, and notifies customers whose deposits it has changed. */
function followWatcher({ peers, notifier, metrics }: Shared): void {
  peers.subscribe((message) => {
    if (message.kind === 'polled') {
      const { chain, wentThrough } = message
      metrics.alarms.set({ name: `chain-${chain.toLowerCase()}` }, wentThrough ? 0 : 1)
      if (wentThrough) metrics.chainPolledSeconds.set({ chain }, systemClock.nowMs() / 1000)
    }
    // The message reaches every process: none has to tell the others.
    if (message.kind !== 'deposit') return
    const { customerId, depositId, state } = message
    notifier.announceHere(customerId, { kind: 'recharge', id: String(depositId), state })
  })
}
