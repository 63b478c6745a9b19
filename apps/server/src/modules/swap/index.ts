/** Swaps of one asset into the other: quoted for seconds, executed exactly as quoted, both sides in one transaction. */
export { swapOperatorRoutes } from './swap-operator-routes.ts'
export { swapRoutes } from './swap-routes.ts'
export { createSwapService } from './swap-service.ts'
export { swapDigests, swapInvariants } from './swap-invariants-store.ts'
