import type { Language } from '@candor/contract'
import english from './texts/en.json' with { type: 'json' }
import chinese from './texts/zh.json' with { type: 'json' }

export type MailTextName = keyof typeof english
type MailTexts = Readonly<Record<MailTextName, string>>

const catalogues: Partial<Record<Language, MailTexts>> = { en: english, zh: chinese }

/** A text of our mails in the reader's language, English where that language has none yet, with its `{values}` in place. */
export function mailText(lang: Language, name: MailTextName, values: Readonly<Record<string, string>> = {}): string {
  const text = (catalogues[lang] ?? english)[name]
  return text.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
}
