import {
  advertTermsRoutes,
  createAdvertProposalService,
  createApplicationService,
  createMerchantService,
  createFloorService,
  createMerchantFundingService,
  createOwnDeskService,
  createSaleReviewTask,
  floorOperatorRoutes,
  floorRoutes,
  startFloorWatch,
} from '../modules/floor/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Accounts } from './accounts.ts'
import type { Shared } from './shared.ts'

/** The trading floor, where customers sell USDT to merchants. The jobs watch over their sales. */
export function startFloor({ parts, pool, notifier, logger }: Shared, { paymentPasswords }: Accounts) {
  const common = { pool, clock: systemClock, logger, paymentPasswords, notifier }
  const desks = createMerchantService(common)
  const watch = parts.has('jobs') ? startFloorWatch(common) : null
  return {
    routes: [
      ...floorRoutes(createFloorService(common), createOwnDeskService(common)),
      ...advertTermsRoutes(pool),
      ...floorOperatorRoutes({
        service: desks,
        fundings: createMerchantFundingService(pool),
        proposals: createAdvertProposalService(pool),
        applications: createApplicationService(pool),
      }),
    ],
    reviewTask: createSaleReviewTask({ pool, desks }),
    stop: async () => watch?.stop(),
  }
}
