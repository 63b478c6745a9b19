/**
 * Typed texts in nine languages: `const { t, locale } = useTexts()`, then `t('odds.title')`. Keys are "<folder>.<key in
 * the folder's messages/en.json>"; a folder of texts declares its type in a `messages.d.ts` of its own.
 */
export { langAttribute, languageNames } from './languages.ts'
export type { MessageFolders, MessageKey } from './message-key.ts'
export { chooseLanguage, currentTexts, loadTexts, startTexts, subscribeTexts } from './texts.ts'
export type { Texts } from './texts.ts'
export { useTexts } from './use-texts.ts'
