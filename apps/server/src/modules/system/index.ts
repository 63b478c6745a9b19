/** What the platform says of itself: version, mode, clock, health, and where maps get their pictures. */
export { mapRoutes, systemRoutes } from './system-routes.ts'
export type { SystemReaders } from './system-routes.ts'
