/** The money core: places, settles and checks through the ledger's SQL functions, the only way to write its tables. */
export { amountOf, assetCode, assetOf, isSameRequest } from './ledger.ts'
export type { Acceptance, Balance, OrderRequest, Placement, PlacementRefusal, SettledOrder } from './ledger.ts'
export { bookInHalves } from './book-in-halves.ts'
export { booked } from './booking.ts'
export type { BookingRefusal } from './booking.ts'
export { BookingBatcher } from './booking-batcher.ts'
export { DueBatches } from './due-batches.ts'
export { startDueWatch } from './due-watch.ts'
export { ledgerOperatorRoutes } from './ledger-operator-routes.ts'
export { checkLedger, startLedgerChecker } from './ledger-checker.ts'
export type { LedgerChecker } from './ledger-checker.ts'
export type { CheckMarks, Mismatch } from './ledger-invariants-store.ts'
export {
  BatchRolledBackError,
  LedgerHaltedError,
  OutcomeUnknownError,
  queryBooking,
  queryInTransaction,
} from './booking-failure-store.ts'
export {
  openCustomer,
  openSandboxBooks,
  payInCapital,
  placeOrders,
  readBalances,
  readFirstDue,
  readStripes,
  resumeLedger,
  settleDue,
} from './ledger-store.ts'
export type { CapitalPurpose, Stripe } from './ledger-store.ts'
