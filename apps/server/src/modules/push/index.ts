/** Notifications of devices (Web Push): which device wants which, and sending them out of what stands in inboxes. */
export { pushRoutes } from './push-routes.ts'
export { createPushSender } from './push-sender.ts'
export type { PushSender } from './push-sender.ts'
export { createPushService } from './push-service.ts'
export { startPushWatch } from './push-watch.ts'
