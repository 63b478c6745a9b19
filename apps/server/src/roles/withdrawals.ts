import { createNotifier } from '../modules/messages/index.ts'
import { createPayoutService, payoutRoutes } from '../modules/payout/index.ts'
import { createWithdrawalService, withdrawalRoutes } from '../modules/withdrawal/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Accounts } from './accounts.ts'
import type { Shared } from './shared.ts'

/** Where customers are paid, and how money leaves. */
export function openWithdrawals({ config, pool, bus, logger }: Shared, { paymentPasswords }: Accounts) {
  const payout = createPayoutService({ pool, secret: config.secret, paymentPasswords })
  const common = { pool, clock: systemClock, logger, paymentPasswords, payout, notifier: createNotifier({ pool, bus }) }
  const service = createWithdrawalService(common)
  return { routes: [...payoutRoutes(payout), ...withdrawalRoutes(service, common)] }
}
