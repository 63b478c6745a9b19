/** The platform's own data: version, mode, clock, health, and the source of map tiles. */
export { mapRoutes, systemRoutes } from './system-routes.ts'
export type { SystemReaders } from './system-routes.ts'
