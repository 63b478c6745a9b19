/** The time promised to a customer, as a ring and as text. */
export { distanceText, PromiseRing, PromiseLabel } from './promise-ring.tsx'
export type { PromisedTime } from './promise.ts'
export { useNow } from './use-now.ts'
