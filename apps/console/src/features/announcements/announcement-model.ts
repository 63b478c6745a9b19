import { announcementKind, languages } from '@candor/api'
import type { AnnouncementKind, Language } from '@candor/api'
import { announcementAudience, announcementLengths, announcementPage } from '@candor/api/operator'
import type { AnnouncementAudience, AnnouncementPage, AnnouncementTexts, AnnouncementView } from '@candor/api/operator'
import * as z from 'zod/mini'

/** Whether customers see an announcement now, later, or no more. */
export function announcementState(
  { fromMs, untilMs, endedMs }: Pick<AnnouncementView, 'fromMs' | 'untilMs' | 'endedMs'>,
  nowMs: number,
) {
  if (endedMs !== null || (untilMs !== null && untilMs <= nowMs)) return 'over'
  return fromMs > nowMs ? 'later' : 'shown'
}

export const announcementKinds = announcementKind.options
export const audiences = announcementAudience.options
export const linkPages = announcementPage.options

/** A title and a text, as they are typed. */
export interface TypedWords {
  readonly title: string
  readonly text: string
}

const typedWords = z.object({
  title: z.string().check(z.maxLength(announcementLengths.title)),
  text: z.string().check(z.maxLength(announcementLengths.text)),
})

const draftShape = z.object({
  kind: announcementKind,
  audience: announcementAudience,
  page: z.nullable(announcementPage),
  symbol: z.string(),
  words: z.record(z.enum(languages), typedWords),
  from: z.string(),
  until: z.string(),
  workFrom: z.string(),
  workUntil: z.string(),
})

/** An announcement as it is written. Times are those of the browser's fields, such as "2026-11-29T04:00", in UTC. */
export interface Draft {
  readonly kind: AnnouncementKind
  /** Planned work is for everyone, whatever was chosen before. */
  readonly audience: AnnouncementAudience
  /** Null: it leads nowhere. */
  readonly page: AnnouncementPage | null
  /** Of the page `instrument`; empty until one is chosen. */
  readonly symbol: string
  readonly words: Readonly<Record<Language, TypedWords>>
  /** Empty: from its publication. */
  readonly from: string
  /** Empty: until it is called back, or until the work is over. */
  readonly until: string
  readonly workFrom: string
  readonly workUntil: string
}

const noWords: TypedWords = { title: '', text: '' }

export const emptyDraft: Draft = {
  kind: 'notice',
  audience: 'everyone',
  page: null,
  symbol: '',
  words: {
    en: noWords,
    pt: noWords,
    es: noWords,
    de: noWords,
    fr: noWords,
    vi: noWords,
    zh: noWords,
    ko: noWords,
    ja: noWords,
  },
  from: '',
  until: '',
  workFrom: '',
  workUntil: '',
}

/** A draft that this browser kept; the empty one where there is none. */
export function draftOf(kept: string): Draft {
  if (kept === '') return emptyDraft
  const { success, data } = z.safeParse(draftShape, parsed(kept))
  return success ? data : emptyDraft
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const leastLength = 3

/** Whether a language has its title and its text, one of them only, or none. */
export function languageState({ words }: Pick<Draft, 'words'>, language: Language): 'complete' | 'partial' | 'missing' {
  const { title, text } = words[language]
  const lengths = [title.trim().length, text.trim().length]
  if (lengths.every((length) => length >= leastLength)) return 'complete'
  return lengths.every((length) => length === 0) ? 'missing' : 'partial'
}

/** The languages that are not complete, in the order of the tabs. */
export function openLanguages(draft: Pick<Draft, 'words'>): readonly Language[] {
  return languages.filter((language) => languageState(draft, language) !== 'complete')
}

/** The next language to write after one; null once all are complete. */
export function nextOpenLanguage(draft: Pick<Draft, 'words'>, after: Language): Language | null {
  const open = openLanguages(draft)
  return open.find((language) => languages.indexOf(language) > languages.indexOf(after)) ?? open[0] ?? null
}

export type DraftFault = 'english' | 'partial' | 'instrument' | 'work' | 'until'

/** What keeps a draft from being proposed with English for the missing languages; null for nothing. */
export function draftFault(draft: Draft, nowMs: number): DraftFault | null {
  const open = openLanguages(draft)
  if (open.includes('en')) return 'english'
  if (open.some((language) => languageState(draft, language) === 'partial')) return 'partial'
  if (draft.page === 'instrument' && draft.symbol === '') return 'instrument'
  const { fromMs = 0, untilMs, workFromMs, workUntilMs } = timesOf(draft)
  if (draft.kind === 'work') {
    if (workFromMs === undefined || workUntilMs === undefined) return 'work'
    if (workUntilMs <= Math.max(workFromMs, nowMs)) return 'work'
  }
  const endMs = untilMs ?? workUntilMs
  return endMs !== undefined && endMs <= Math.max(fromMs, nowMs) ? 'until' : null
}

/** The request of a draft without a fault. */
export function formOf(draft: Draft) {
  const written = languages.filter((language) => languageState(draft, language) === 'complete')
  const said = (part: keyof TypedWords): AnnouncementTexts => ({
    ...Object.fromEntries(written.map((language) => [language, draft.words[language][part].trim()])),
    en: draft.words.en[part].trim(),
  })
  return {
    kind: draft.kind,
    audience: audienceOf(draft),
    ...linkOf(draft),
    titles: said('title'),
    texts: said('text'),
    withEnglish: written.length < languages.length,
    ...timesOf(draft),
  }
}

/** Whom a draft addresses. */
export function audienceOf({ kind, audience }: Pick<Draft, 'kind' | 'audience'>): AnnouncementAudience {
  return kind === 'work' ? 'everyone' : audience
}

function linkOf({ page, symbol }: Draft) {
  if (page === null) return {}
  return page === 'instrument' ? { linkPage: page, linkSymbol: symbol } : { linkPage: page }
}

interface DraftTimes {
  readonly fromMs?: number
  readonly untilMs?: number
  readonly workFromMs?: number
  readonly workUntilMs?: number
}

function timesOf({ kind, from, until, workFrom, workUntil }: Draft): DraftTimes {
  return {
    ...named('fromMs', from),
    ...named('untilMs', until),
    ...(kind === 'work' ? { ...named('workFromMs', workFrom), ...named('workUntilMs', workUntil) } : {}),
  }
}

function named(name: keyof DraftTimes, typed: string): DraftTimes {
  const atMs = typed === '' ? Number.NaN : Date.parse(`${typed}Z`)
  return Number.isNaN(atMs) ? {} : { [name]: atMs }
}

const names = new Intl.DisplayNames('en', { type: 'language' })

/** A language's English name. */
export function languageName(language: Language): string {
  return names.of(language) ?? language
}

/** A language's name in itself. */
export function ownName(language: Language): string {
  const tag = htmlLanguage(language)
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

/** A language as HTML names it. */
export function htmlLanguage(language: Language): string {
  return language === 'zh' ? 'zh-Hans' : language
}

/** Languages in one sentence. */
export function listed(wanted: readonly Language[]): string {
  return new Intl.ListFormat('en').format(wanted.map(languageName))
}
