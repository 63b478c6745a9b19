/** Copies of a customer's own data: prepared as a job, downloaded by their owner for a week, then destroyed. */
export { listArchiveObjects } from './archive-store.ts'
export { createArchiveJob } from './archive-job.ts'
export type { ArchiveJob } from './archive-job.ts'
export { createOwnDataService } from './own-data-service.ts'
export { ownDataRoutes } from './own-data-routes.ts'
