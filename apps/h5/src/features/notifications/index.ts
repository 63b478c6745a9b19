/** What this device is told of while the app is closed. */
export { followDevice } from './follow-device.ts'
export { NotificationsPage } from './notifications-page.tsx'
