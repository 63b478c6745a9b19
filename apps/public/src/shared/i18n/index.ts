/**
 * Typed texts in nine languages: `const { t, locale } = useTexts()`, then `t('odds.title')`. Keys are "<folder>.<key in
 * the folder's messages/en.json>"; `message-folders.d.ts` beside `src` declares them, and is generated.
 */
export { languageName } from '@candor/api/language-names'
export { langAttribute } from '@candor/api/languages'
export type { MessageFolders, MessageKey } from './message-key.ts'
export { chooseLanguage, currentTexts, loadTexts, startTexts, subscribeTexts } from './texts.ts'
export type { Texts } from './texts.ts'
export { useTexts } from './use-texts.ts'
