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

export type PushTexts = Readonly<Record<keyof typeof english, string>>

/** The texts of notifications: their subject, never the outcome. */
export const pushTexts: Readonly<Record<Language, PushTexts>> = {
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
