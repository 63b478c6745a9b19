/**
 * Typed texts: `t('reviews.title')`, `t('shared.promise.late', { time })`. Keys are "<folder>.<key in its
 * messages/en.json>".
 */
export type { MessageFolders, MessageKey } from './message-key.ts'
export { loadTexts, locale, t } from './texts.ts'
