/** The customers' inbox and its live notices; `message.add` writes the message rows themselves. */
export { messagesRoutes } from './messages-routes.ts'
export { createMessagesService } from './messages-service.ts'
export { createNotifier } from './notifier-service.ts'
export type { Notifier, OwnNotifier } from './notifier-service.ts'
