import { langAttribute, languages, locales } from '@candor/api/languages'
import type { Language } from '@candor/api'
import { createListeners, storedValue } from '@candor/client'
import type { MessageValues } from '@candor/client'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { MessageKey } from './message-key.ts'

/** The texts of one language. A new object per language, so that memoised views redraw. */
export interface Texts {
  readonly language: Language
  readonly locale: string
  /** Whether some texts are English because those of the chosen language could not be loaded. */
  readonly isFallback: boolean
  readonly t: (key: MessageKey, values?: MessageValues) => string
}

type Messages = Readonly<Record<string, string>>

const files = import.meta.glob<Messages>(['../../{app,shared}/messages/*.json', '../../pages/*/messages/*.json'], {
  import: 'default',
})

/** The files by folder and language. The path to this folder's own parent does not name it. */
const filesByName = new Map(
  Object.entries(files).map(([path, file]) => {
    const [, folder = '', language = ''] = /([^/]+)\/messages\/(\w+)\.json$/.exec(path) ?? []
    return [`${folder === '..' ? 'shared' : folder}/${language}`, file]
  }),
)

/** The language that was chosen on this device, here or in the customers' app; empty without a choice. */
const chosen = storedValue<Language | ''>({
  key: 'candor.language',
  parse: (text) => languages.find((known) => known === text) ?? null,
  fallback: '',
})

const i18n = setupI18n()
i18n.setMessagesCompiler(compileMessageOrThrow)
const listeners = createListeners<[]>()
const folders = new Set<string>()
/** The folders whose texts are English in a language, because its own could not be loaded. */
const missing = new Map<Language, Set<string>>()
let wanted: Language = 'en'
let current: Texts = textsOf('en')

function textsOf(language: Language): Texts {
  return {
    language,
    locale: locales[language],
    isFallback: (missing.get(language)?.size ?? 0) > 0,
    t: (key, values) => i18n._(key, values === undefined ? {} : { ...values }),
  }
}

/** Loads the frame's texts in the language of this device. Called once, before anything is drawn. */
export async function startTexts(): Promise<void> {
  wanted = chosen.get() || languageOfBrowser(navigator.languages)
  await Promise.all(['app', 'shared'].map(loadTexts))
  show(wanted)
}

/** The first of the browser's languages that the pages have; English without one. */
export function languageOfBrowser(preferred: readonly string[]): Language {
  const bases = preferred.map((tag) => tag.toLowerCase().split('-')[0])
  return languages.find((known) => known === bases.find((base) => languages.some((each) => each === base))) ?? 'en'
}

/** Loads a folder's texts, in this language and each later one. Throws when not even the English ones can be loaded. */
export async function loadTexts(folder: string): Promise<void> {
  const language = wanted
  await load(language, folder)
  folders.add(folder)
  if (wanted !== language) return loadTexts(folder)
  if (current.language === language && current.isFallback !== textsOf(language).isFallback) show(language)
}

/** Shows every text in another language, and keeps the choice on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  chosen.set(language)
  wanted = language
  await Promise.all([...folders].map((folder) => load(language, folder)))
  if (wanted === language) show(language)
}

async function load(language: Language, folder: string): Promise<void> {
  const failed = missing.get(language) ?? new Set()
  missing.set(language, failed)
  try {
    put(language, folder, await read(language, folder))
    failed.delete(folder)
  } catch (error) {
    if (language === 'en') throw error
    put(language, folder, await read('en', folder))
    failed.add(folder)
  }
}

async function read(language: Language, folder: string): Promise<Messages> {
  const file = filesByName.get(`${folder}/${language}`)
  if (file === undefined) throw new Error(`there are no texts of ${folder} in ${language}`)
  return file()
}

function put(language: Language, folder: string, messages: Messages): void {
  const named: Record<string, string> = {}
  for (const [key, text] of Object.entries(messages)) named[`${folder}.${key}`] = text
  i18n.load(locales[language], named)
}

function show(language: Language): void {
  i18n.activate(locales[language])
  current = textsOf(language)
  document.documentElement.lang = langAttribute(language)
  listeners.notify()
}

/** The texts of now, for code outside of React. */
export function currentTexts(): Texts {
  return current
}

/** Adds a listener for each change of the language. */
export const subscribeTexts = listeners.add
