/** What the platform says of itself: version, mode, clock and health. */
export { systemRoutes } from './system-routes.ts'
export type { SystemReaders } from './system-routes.ts'
