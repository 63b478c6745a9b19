/**
 * Typed texts: `t('reviews.title')`, `t('shared.promise.late', { time })`. Keys are "<folder>.<key in its
 * messages/en.json>". Times of the team's one clock (UTC), and money as its currency writes it. Numbers are at
 * `@candor/ui/format`.
 */
export type { MessageFolders, MessageKey } from './message-key.ts'
export { loadTexts, locale, t } from './texts.ts'
export { money } from './money.ts'
export { utcDate, utcDateTime, utcPromise, utcTime } from './times.ts'
