/** What customers are told on home. */
export { AnnouncementsPage } from './announcements-page.tsx'
