/** How much of the inbox is unread, for whatever leads to it. */
export { unreadText, useUnread } from './unread.ts'
