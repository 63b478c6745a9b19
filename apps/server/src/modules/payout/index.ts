/** Where customers are paid: bank cards and wallet addresses, checked, sealed and at most so many. */
export { payoutRoutes } from './payout-routes.ts'
export { createPayoutService, listPayoutMethods } from './payout-service.ts'
export type { PayoutService } from './payout-service.ts'
export { resealMethods } from './payout-seals.ts'
export { openSandboxPayouts } from './payout-store.ts'
export { shownDestination } from './payout.ts'
export type { ShownDestination } from './payout.ts'
