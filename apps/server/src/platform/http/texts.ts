import { languages, refusalTexts } from '@candor/contract'
import type { Language, RefusalName, SuccessName } from '@candor/contract'
import english from '@candor/contract/texts/en.json' with { type: 'json' }
import chinese from '@candor/contract/texts/zh.json' with { type: 'json' }

type TextName = keyof typeof english

const catalogues: Partial<Record<Language, Readonly<Record<TextName, string>>>> = { en: english, zh: chinese }

/** The text of a refusal in a language; English where that language has none yet. */
export function refusalText(name: RefusalName, lang: Language): string {
  return (catalogues[lang] ?? english)[refusalTexts[name]]
}

/** The text of a success, word for word the specification's in English. */
export function successText(name: SuccessName, lang: Language): string {
  return (catalogues[lang] ?? english)[name]
}

/** The language that a caller asks for in the header `lang`, English where it is missing or unknown. */
export function languageOf(header: unknown): Language {
  return languages.find((language) => language === header) ?? 'en'
}
