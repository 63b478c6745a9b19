/** The inbox: what was decided, settled and announced. */
export { MessagePage } from './message-page.tsx'
export { MessagesPage } from './messages-page.tsx'
