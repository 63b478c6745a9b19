/** Closing an account at its customer's wish: what has to end before, and what ends with it. */
export { closingRoutes } from './closing-routes.ts'
export { createClosingService } from './closing-service.ts'
export { closingInvariants, givenUpDigests } from './closing-invariants-store.ts'
