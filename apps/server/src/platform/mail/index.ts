/**
 * Mail: enqueued with the change that causes it, delivered by SMTP, and in the sandbox into an outbox that can be read.
 */
export { enqueueMail, forgetFailedMail, mailTasks } from './mail.ts'
export { addOutboxRoutes } from './outbox-routes.ts'
export { mailText } from './mail-texts.ts'
export type { MailTextName } from './mail-texts.ts'
