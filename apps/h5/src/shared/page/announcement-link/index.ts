/** Where the links of announcements lead, for home and for messages. */
export { hrefOfAnnouncement } from './announcement-link.ts'
