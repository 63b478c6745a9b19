/** The money core: it keeps accounts, books batches and checks both. */
export { amountOf, assetCode, assetOf, stripesPerAsset } from './ledger.ts'
export { bookInHalves } from './book-in-halves.ts'
export { booked } from './booking.ts'
export type { BookingRefusal } from './booking.ts'
export { BookingBatcher } from './booking-batcher.ts'
export { DueBatches } from './due-batches.ts'
export { bookDue, firstDue } from './due-store.ts'
export { startDueWatch } from './due-watch.ts'
export { checkBooks, startChecker } from './ledger-checker.ts'
export type { CheckerOptions, LedgerChecker } from './ledger-checker.ts'
export type { Invariant } from './ledger-invariant.ts'
export { ledgerInvariants, newBatches } from './ledger-invariants-store.ts'
export type { CheckMarks, CheckOutcome, Mismatch } from './ledger-invariants-store.ts'
export {
  BatchRolledBackError,
  LedgerHaltedError,
  OutcomeUnknownError,
  queryBatch,
  queryBooking,
  queryInTransaction,
} from './booking-failure-store.ts'
export { openCustomer, openSandboxBooks, payInCapital, readStripes, resumeLedger } from './ledger-store.ts'
export type { CapitalPurpose, Stripe } from './ledger-store.ts'
