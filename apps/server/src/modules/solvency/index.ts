/** Proof of liabilities: counts what the house owes every customer, and serves the totals and each customer's proof. */
export { solvencyRoutes } from './solvency-routes.ts'
export { createSolvencyService, takeSnapshot } from './solvency-service.ts'
export { startSnapshotWatch } from './snapshot-watch.ts'
