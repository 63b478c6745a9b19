/**
 * Typed texts, and numbers and times in the language's format. `const { t, locale, language } = useTexts()`, then
 * `t('market.title')` or `t('market.age', { seconds: 14 })`. Keys are "<feature>.<key in the feature's
 * messages/en.json>"; `message-folders.d.ts` beside `src` declares them, and is generated. The texts in this folder's
 * `messages` are the folder `shared`.
 */
export { languageName } from '@candor/api/language-names'
export { langAttribute } from '@candor/api/languages'
export {
  decimalsOf,
  formatCount,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPrice,
  formatPromise,
  formatReceiptTime,
  formatSpan,
  formatTime,
  formatVolume,
  formatWeekdayTime,
  sentenceGap,
} from '@candor/ui/format'
export type { NumberParts, SignDisplay } from '@candor/ui/format'
export { durationText, durationWords, formatSeconds } from './duration-labels.ts'
export { Emphasised } from './emphasised.tsx'
export type { MessageFolders, MessageKey } from './message-key.ts'
export { momentText } from './moment-labels.ts'
export { plainLetters } from './plain-letters.ts'
export { activateLanguage, currentTexts, loadTexts, localeOf, shownLanguages } from './texts.ts'
export type { Texts } from './texts.ts'
export { useTexts } from './use-texts.ts'
