import { createPayoutService, payoutRoutes } from '../modules/payout/index.ts'
import {
  createWithdrawalReview,
  createWithdrawalReviewTask,
  createWithdrawalService,
  withdrawalOperatorRoutes,
  withdrawalRoutes,
} from '../modules/withdrawal/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createSeal } from '../platform/vault/index.ts'
import type { Accounts } from './accounts.ts'
import type { Shared } from './shared.ts'
import { masterKeyOf } from './vault.ts'

/** Where customers are paid, and how money leaves. */
export function openWithdrawals(
  { config, pool, notifier, logger }: Shared,
  { paymentPasswords, secondStep }: Accounts,
) {
  const seal = createSeal(masterKeyOf(config), 'payout')
  const base = { pool, clock: systemClock, logger, paymentPasswords, secondStep, notifier }
  const payout = createPayoutService({ ...base, seal, secret: config.secret, formerSecrets: config.formerSecrets })
  const common = { ...base, payout }
  const review = createWithdrawalReview(common)
  return {
    routes: [
      ...payoutRoutes(payout),
      ...withdrawalRoutes(createWithdrawalService(common), common),
      ...withdrawalOperatorRoutes(review),
    ],
    reviewTask: createWithdrawalReviewTask({ pool, review }),
  }
}
