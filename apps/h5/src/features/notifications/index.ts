/** What this device is told of while the app is closed. */
export { NotificationsPage } from './notifications-page.tsx'
