import type { Language } from '@candor/api'

/** Each language's own name. */
const names: Readonly<Record<Language, string>> = {
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

/** The language's own name. */
export function languageName(language: Language): string {
  return names[language]
}

/** The value of `lang` attributes: Chinese needs its script, or Han characters get another region's forms. */
export function langAttribute(language: Language): string {
  return language === 'zh' ? 'zh-Hans' : language
}
