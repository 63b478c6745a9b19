/** Swaps of one asset into the other: quoted for seconds, executed exactly as quoted, both sides in one transaction. */
export { swapRoutes } from './swap-routes.ts'
export { createSwapService } from './swap-service.ts'
