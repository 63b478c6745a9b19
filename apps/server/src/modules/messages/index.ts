/** The inbox of customers, and telling them live; the message rows themselves are written by `message.add`. */
export { messagesRoutes } from './messages-routes.ts'
export { createMessagesService } from './messages-service.ts'
export { createNotifier } from './notifier-service.ts'
export type { Notifier } from './notifier-service.ts'
