/** The time that a customer was promised, as a ring and in words. */
export { PromiseRing, PromiseWords } from './promise-ring.tsx'
export type { PromisedTime } from './promise.ts'
export { useNow } from './use-now.ts'
