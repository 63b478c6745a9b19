import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { refusalTextName } from '@candor/api'
import type { Language, RefusalName, SuccessName } from '@candor/api'
import english from '@candor/api/texts/en.json' with { type: 'json' }
import { textsByLanguage } from '../texts.ts'

const englishFile = createRequire(import.meta.url).resolve('@candor/api/texts/en.json')
const textsOf = textsByLanguage(english, pathToFileURL(englishFile))

/** The text of a refusal in a language. */
export function refusalText(name: RefusalName, lang: Language): string {
  return textsOf(lang)[refusalTextName(name)]
}

/** The text of a success; in English word for word the specification's. */
export function successText(name: SuccessName, lang: Language): string {
  return textsOf(lang)[name]
}
