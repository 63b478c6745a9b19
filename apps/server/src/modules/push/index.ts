/** Notifications (Web Push): each device's subscription, and sending the inbox's events to it. */
export { pushRoutes } from './push-routes.ts'
export { createPushSender } from './push-sender.ts'
export type { PushSender } from './push-sender.ts'
export { createPushService } from './push-service.ts'
export { startPushWatch } from './push-watch.ts'
