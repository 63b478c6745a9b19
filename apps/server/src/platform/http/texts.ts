import { refusalTextName } from '@candor/api'
import type { Language, RefusalName, SuccessName } from '@candor/api'
import german from '@candor/api/texts/de.json' with { type: 'json' }
import english from '@candor/api/texts/en.json' with { type: 'json' }
import spanish from '@candor/api/texts/es.json' with { type: 'json' }
import french from '@candor/api/texts/fr.json' with { type: 'json' }
import japanese from '@candor/api/texts/ja.json' with { type: 'json' }
import korean from '@candor/api/texts/ko.json' with { type: 'json' }
import portuguese from '@candor/api/texts/pt.json' with { type: 'json' }
import vietnamese from '@candor/api/texts/vi.json' with { type: 'json' }
import chinese from '@candor/api/texts/zh.json' with { type: 'json' }

type TextName = keyof typeof english

const catalogues: Readonly<Record<Language, Readonly<Record<TextName, string>>>> = {
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

/** The text of a refusal in a language. */
export function refusalText(name: RefusalName, lang: Language): string {
  return catalogues[lang][refusalTextName(name)]
}

/** The text of a success; in English word for word the specification's. */
export function successText(name: SuccessName, lang: Language): string {
  return catalogues[lang][name]
}
