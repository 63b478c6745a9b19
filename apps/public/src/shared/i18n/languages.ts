import type { Language } from '@candor/api'

/** Each language's own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  pt: 'Português',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
  vi: 'Tiếng Việt',
  zh: '简体中文',
  ko: '한국어',
  ja: '日本語',
}

/** Locales of numbers, dates and plural rules. */
export const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  pt: 'pt-BR',
  es: 'es-ES',
  de: 'de-DE',
  fr: 'fr-FR',
  vi: 'vi-VN',
  zh: 'zh-CN',
  ko: 'ko-KR',
  ja: 'ja-JP',
}

/** The value of `lang` attributes: Chinese needs its script, or Han characters get another region's forms. */
export function langAttribute(language: Language): string {
  return language === 'zh' ? 'zh-Hans' : language
}
