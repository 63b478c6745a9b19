import type { Language } from '@candor/api'
import { textsByLanguage } from '../texts.ts'
import english from './texts/en.json' with { type: 'json' }

export type MailTextName = keyof typeof english

const textsOf = textsByLanguage<MailTextName>(english, new URL('texts/en.json', import.meta.url))

/** A mail text in the reader's language, with its `{values}` filled in. */
export function mailText(lang: Language, name: MailTextName, values: Readonly<Record<string, string>> = {}): string {
  return textsOf(lang)[name].replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
}
