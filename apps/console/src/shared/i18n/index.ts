/**
 * Typed texts: `t('reviews.title')`, `t('shared.promise.late', { time })`. Keys are "<folder>.<key in its messages/en.json>"; a feature
 * declares its folder in `messages.d.ts` (see `MessageFolders`).
 */
export type { MessageFolders, MessageKey } from './message-key.ts'
export { loadTexts, locale, t } from './texts.ts'
