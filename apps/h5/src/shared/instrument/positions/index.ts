/** How an open contract stands: its time left, the price against its entry, and its result if it ended now. */
export { orderRefreshMs, positionAt, remainingOf } from './position-model.ts'
export type { Position } from './position-model.ts'
export { isStale, useIsStale } from './use-is-stale.ts'
