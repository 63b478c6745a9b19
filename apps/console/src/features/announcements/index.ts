/** Announcements to every customer. */
export { AnnouncementsPage, useAnnouncementCount } from './announcements-page.tsx'
