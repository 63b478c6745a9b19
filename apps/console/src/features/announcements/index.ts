/** An announcement on home. */
export { AnnouncementsPage } from './announcements-page.tsx'
