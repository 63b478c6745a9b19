/** Languages of texts, English first. All are complete. */
export const languages = ['en', 'pt', 'es', 'de', 'fr', 'vi', 'zh', 'ko', 'ja'] as const
export type Language = (typeof languages)[number]

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
export function langAttribute(language: string): string {
  return language === 'zh' ? 'zh-Hans' : language
}

/** The language for a name; English when it is unknown. */
export function languageOf(name: unknown): Language {
  return languages.find((language) => language === name) ?? 'en'
}
