import { languages, locales } from '@candor/api/languages'
import type { Language } from '@candor/api/languages'
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

/** The texts of every language. */
export const catalogues: Readonly<Record<Language, Readonly<Record<TextName, string>>>> = {
  en,
  pt,
  es,
  de,
  fr,
  vi,
  zh,
  ko,
  ja,
}

export function isLanguage(name: string): name is Language {
  return languages.some((language) => language === name)
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
  const texts = catalogues[language]
  return {
    language,
    locale: locales[language],
    t: (name, values = {}) => texts[name].replace(/\{(\w+)\}/g, (found, key: string) => String(values[key] ?? found)),
  }
}
