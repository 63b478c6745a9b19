/** The notifications of this device while the app is closed. */
export { followDevice } from './follow-device.ts'
export { NotificationsPage } from './notifications-page.tsx'
