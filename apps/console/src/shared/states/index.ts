/**
 * The states of everything that is read: loading, failed, without a connection, without permission. Empty states are a
 * screen's own.
 */
export { Loaded, SkeletonRows } from './loaded.tsx'
export type { LoadedQuery } from './loaded.tsx'
