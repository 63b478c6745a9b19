import { setupI18n } from '@lingui/core'
import { langAttribute, languages, locales } from '@candor/api/languages'
import type { Language } from '@candor/api'
import { createListeners } from '@candor/client'
import type { MessageValues } from '@candor/client'
import { messageLoaders } from 'virtual:message-loaders'
import type { MessageFolders, MessageKey } from './message-key.ts'

/**
 * The texts of one language: `t` and the parameters of number formats. A new object per language, so that memoised
 * views redraw.
 */
export interface Texts {
  readonly language: Language
  readonly locale: string
  readonly t: (key: MessageKey, values?: MessageValues) => string
}

const i18n = setupI18n()
const listeners = createListeners<[]>()
let current: Texts = textsOf('en')
/** The language that is shown, or on its way. */
let wanted: Language = 'en'
/** Texts loaded on demand by screens. */
const wantedFolders = new Set<string>()

function textsOf(language: Language): Texts {
  return {
    language,
    locale: locales[language],
    t: (key, values) => i18n._(key, values === undefined ? {} : { ...values }),
  }
}

/** Languages that can be shown: those with a catalogue. */
export function shownLanguages(): readonly Language[] {
  return languages.filter((language) => language in messageLoaders)
}

/** Loads and activates a language. Returns false, without changes, when its texts could not be loaded. */
export async function activateLanguage(language: Language): Promise<boolean> {
  wanted = language
  try {
    await load(language)
    const folders = [...wantedFolders].map((folder) => load(language, folder))
    // Before the first language nothing else can be shown: a screen without its texts says so itself.
    await (i18n.locale ? Promise.all(folders) : Promise.allSettled(folders))
  } catch {
    wanted = current.language
    return false
  }
  i18n.activate(locales[language])
  current = textsOf(language)
  if (typeof document !== 'undefined') document.documentElement.lang = langAttribute(language)
  listeners.notify()
  return true
}

/** Loads a folder's texts on demand, in this language and each later one. Throws when they could not be loaded. */
export async function loadTexts(folder: keyof MessageFolders): Promise<void> {
  wantedFolders.add(folder)
  const language = wanted
  await load(language, folder)
  if (wanted !== language) await loadTexts(folder)
}

/** Loads the texts of the first screens, or of a further folder. */
async function load(language: Language, folder?: string): Promise<void> {
  const first = await messageLoaders[language]?.()
  const catalogue = folder === undefined ? first : await first?.further[folder]?.()
  if (!catalogue) throw new Error(`there are no texts of ${folder ?? 'the first screens'} in ${language}`)
  i18n.load(locales[language], catalogue.messages)
}

/** The texts of now, for code outside of React. */
export function currentTexts(): Texts {
  return current
}

/** The locale that a language's numbers and dates are written in. */
export function localeOf(language: Language): string {
  return locales[language]
}

/** Adds a listener for each change of the language. */
export const subscribeTexts = listeners.add
