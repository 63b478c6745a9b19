import type { Language } from '@candor/api'
import german from './texts/de.json' with { type: 'json' }
import english from './texts/en.json' with { type: 'json' }
import spanish from './texts/es.json' with { type: 'json' }
import french from './texts/fr.json' with { type: 'json' }
import japanese from './texts/ja.json' with { type: 'json' }
import korean from './texts/ko.json' with { type: 'json' }
import portuguese from './texts/pt.json' with { type: 'json' }
import vietnamese from './texts/vi.json' with { type: 'json' }
import chinese from './texts/zh.json' with { type: 'json' }

export type MailTextName = keyof typeof english
type MailTexts = Readonly<Record<MailTextName, string>>

const catalogues: Readonly<Record<Language, MailTexts>> = {
  en: english,
  pt: portuguese,
  es: spanish,
  de: german,
  fr: french,
  vi: vietnamese,
  zh: chinese,
  ko: korean,
  ja: japanese,
}

/** A mail text in the reader's language, with its `{values}` filled in. */
export function mailText(lang: Language, name: MailTextName, values: Readonly<Record<string, string>> = {}): string {
  return catalogues[lang][name].replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
}
