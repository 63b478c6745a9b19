/** The inbox: decisions, settlements and announcements. */
export { MessagePage } from './message-page.tsx'
export { MessagesPage } from './messages-page.tsx'
