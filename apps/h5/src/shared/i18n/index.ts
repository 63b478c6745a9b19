/**
 * Typed texts. `const { t, locale, language } = useTexts()`, then `t('market.title')` or `t('market.age', { seconds: 14
 * })`. Keys are "<feature>.<key in the feature's messages/en.json>"; `message-folders.d.ts` beside `src` declares them,
 * and is generated.
 */
export { Emphasised } from './emphasised.tsx'
export { langAttribute, languageName } from './language-names.ts'
export type { MessageFolders, MessageKey } from './message-key.ts'
export { activateLanguage, currentTexts, loadTexts, localeOf, shownLanguages } from './texts.ts'
export type { Texts } from './texts.ts'
export { useTexts } from './use-texts.ts'
