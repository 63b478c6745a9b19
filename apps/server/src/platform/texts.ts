import { readFileSync } from 'node:fs'
import { languages } from '@candor/api'
import type { Language } from '@candor/api'

/** The texts of one language by their names. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>

/**
 * Loads the texts of every language from the files beside the English one, which gives the names. Throws where a file
 * lacks a name or has one more.
 */
export function textsByLanguage<Name extends string>(
  english: Texts<Name>,
  englishFile: string | URL,
): (lang: Language) => Texts<Name> {
  const byLanguage = new Map<Language, Texts<Name>>()
  for (const language of languages) {
    const texts: unknown = JSON.parse(readFileSync(new URL(`${language}.json`, englishFile), 'utf8'))
    if (!hasNamesOf(english, texts)) throw new Error(`${language}.json has other names than ${String(englishFile)}`)
    byLanguage.set(language, texts)
  }
  return (lang) => byLanguage.get(lang) ?? english
}

function hasNamesOf<Name extends string>(english: Texts<Name>, texts: unknown): texts is Texts<Name> {
  if (typeof texts !== 'object' || texts === null) return false
  const names = Object.keys(english)
  const known: ReadonlySet<string> = new Set(names)
  const entries = Object.entries(texts)
  return entries.length === names.length && entries.every(([name, text]) => known.has(name) && typeof text === 'string')
}
