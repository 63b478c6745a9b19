import { textsByLanguage } from '../../platform/texts.ts'
import type { Texts } from '../../platform/texts.ts'
import english from './texts/en.json' with { type: 'json' }

export type PushTexts = Texts<keyof typeof english>

/** The texts of notifications in a language: their subject, never the outcome. */
export const pushTexts = textsByLanguage<keyof typeof english>(english, new URL('texts/en.json', import.meta.url))
