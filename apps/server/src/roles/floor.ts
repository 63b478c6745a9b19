import {
  createDeskService,
  createFloorService,
  createFundingService,
  createSaleReviewTask,
  floorOperatorRoutes,
  floorRoutes,
  startFloorWatch,
} from '../modules/floor/index.ts'
import { createNotifier } from '../modules/messages/index.ts'
import { systemClock } from '../platform/clock.ts'
import type { Accounts } from './accounts.ts'
import type { Shared } from './shared.ts'

/** Where customers sell USDT to desks, and the watch over what they have sold. */
export function startFloor({ pool, bus, logger }: Shared, { paymentPasswords }: Accounts) {
  const common = { pool, clock: systemClock, logger, paymentPasswords, notifier: createNotifier({ pool, bus }) }
  const desks = createDeskService(common)
  const watch = startFloorWatch(common)
  return {
    routes: floorRoutes(createFloorService(common)),
    operatorRoutes: floorOperatorRoutes(desks, createFundingService(pool)),
    reviewTask: createSaleReviewTask({ pool, desks }),
    stop: watch.stop,
  }
}
