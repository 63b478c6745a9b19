/** The interest wallet: amounts put in for a time, with the interest set aside from the start, and paid back by themselves. */
export { createInterestService } from './interest-service.ts'
export { interestOperatorRoutes } from './interest-operator-routes.ts'
export { interestRoutes } from './interest-routes.ts'
export { startMaturityWatch } from './maturity-watch.ts'
export { openSandboxInterest } from './product-store.ts'
