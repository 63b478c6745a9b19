import type { Language } from '@candor/api'
import de from './de.json'
import en from './en.json'
import es from './es.json'
import fr from './fr.json'
import ja from './ja.json'
import ko from './ko.json'
import pt from './pt.json'
import vi from './vi.json'
import zh from './zh.json'

/** The name of a text. */
export type TextName = keyof typeof en

interface Catalogue {
  /** The language's own name. */
  readonly ownName: string
  /** The value of `lang` attributes. */
  readonly lang: string
  /** The locale of numbers. */
  readonly locale: string
  readonly texts: Readonly<Record<TextName, string>>
}

/** Every language of the page, in the order of the pick list. */
export const catalogues: Readonly<Record<Language, Catalogue>> = {
  en: { ownName: 'English', lang: 'en', locale: 'en-GB', texts: en },
  pt: { ownName: 'Português', lang: 'pt', locale: 'pt-BR', texts: pt },
  es: { ownName: 'Español', lang: 'es', locale: 'es-ES', texts: es },
  de: { ownName: 'Deutsch', lang: 'de', locale: 'de-DE', texts: de },
  fr: { ownName: 'Français', lang: 'fr', locale: 'fr-FR', texts: fr },
  vi: { ownName: 'Tiếng Việt', lang: 'vi', locale: 'vi-VN', texts: vi },
  zh: { ownName: '简体中文', lang: 'zh-Hans', locale: 'zh-CN', texts: zh },
  ko: { ownName: '한국어', lang: 'ko', locale: 'ko-KR', texts: ko },
  ja: { ownName: '日本語', lang: 'ja', locale: 'ja-JP', texts: ja },
}

export const languages = Object.keys(catalogues).filter(isLanguage)

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(catalogues, name)
}

/** The first language of the browser that the page speaks; English where it speaks none. */
export function languageOfBrowser(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-')[0] ?? '').find(isLanguage) ?? 'en'
}

/** The texts of one language. */
export interface Texts {
  readonly language: Language
  readonly locale: string
  t(name: TextName, values?: Readonly<Record<string, string | number>>): string
}

export function textsOf(language: Language): Texts {
  const { locale, texts } = catalogues[language]
  return {
    language,
    locale,
    t: (name, values = {}) => texts[name].replace(/\{(\w+)\}/g, (found, key: string) => String(values[key] ?? found)),
  }
}
