/**
 * The customer's account: passkeys of this device (`makePasskey(loginPassword, name)`, `signInWithPasskey()`; the
 * browser's own part is loaded when it is used), and how much of the inbox is unread. Its parts have doors of their
 * own.
 */
export { canUsePasskeys, makePasskey, signInWithPasskey } from './passkeys.ts'
export { unreadText, useUnread } from './unread.ts'
