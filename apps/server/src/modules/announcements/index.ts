/** The operators' announcements to every customer on home. */
export { announcementOperatorRoutes } from './announcements-operator-routes.ts'
export { announcementRoutes } from './announcements-routes.ts'
export { createAnnouncements } from './announcements-service.ts'
export type { Announcements } from './announcements-service.ts'
