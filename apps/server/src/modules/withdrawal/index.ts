/** Withdrawals: quoted, held, reviewed by people, paid with a reference; with a clock that the customer sees. */
export { startOverdueWatch } from './overdue-watch.ts'
export { createWithdrawalReviewTask } from './review-task.ts'
export { withdrawalOperatorRoutes } from './withdrawal-operator-routes.ts'
export { createWithdrawalReview } from './review-service.ts'
export { createWithdrawalService } from './withdrawal-service.ts'
export type { WithdrawalService } from './withdrawal-service.ts'
export { withdrawalRoutes } from './withdrawal-routes.ts'
export { withdrawalDigests, withdrawalInvariants } from './withdrawal-invariants-store.ts'
