/** The interest wallet: amounts placed for a term, with interest reserved from the start, repaid automatically. */
export { createInterestService } from './interest-service.ts'
export { interestOperatorRoutes } from './interest-operator-routes.ts'
export { interestRoutes } from './interest-routes.ts'
export { startMaturityWatch } from './maturity-watch.ts'
export { openSandboxInterest } from './product-store.ts'
export { termDigests, termInvariants } from './term-invariants-store.ts'
