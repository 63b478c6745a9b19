/**
 * Customer service: its two calls, the kefu login, photos, and the socket. A separate entry point, because only one
 * lazy page needs it.
 */
export * from './support.ts'
export * from './support-client-message.ts'
export * from './support-draft.ts'
export * from './support-socket.ts'
export * from './support-visit.ts'
