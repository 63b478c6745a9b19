/** Tells customers, live, of what was decided about them; the message rows themselves are written by `message.add`. */
export { createNotifier } from './notifier-service.ts'
export type { Notifier } from './notifier-service.ts'
