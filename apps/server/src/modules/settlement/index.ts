/** Settles contracts when their exit frame is published, and raises an alarm for those that stay open. */
export { startSettler } from './settler.ts'
export type { Settler } from './settler.ts'
export type { SettledOrder } from './settlement-store.ts'
