import type { Language } from '@candor/api'

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
