import type { Language } from './languages.ts'

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
