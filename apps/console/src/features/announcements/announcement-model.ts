import { languages } from '@candor/api'
import type { Language } from '@candor/api'
import type { AnnouncementTexts, AnnouncementView } from '@candor/api/operator'

/** Whether customers see an announcement now, later, or no more. */
export function announcementState(
  { fromMs, untilMs, endedMs }: Pick<AnnouncementView, 'fromMs' | 'untilMs' | 'endedMs'>,
  nowMs: number,
) {
  if (endedMs !== null || (untilMs !== null && untilMs <= nowMs)) return 'over'
  return fromMs > nowMs ? 'later' : 'shown'
}

/** The form's texts, by language. */
export type TypedTexts = Readonly<Record<Language, string>>

export const noTexts: TypedTexts = { en: '', pt: '', es: '', de: '', fr: '', vi: '', zh: '', ko: '', ja: '' }

const leastLength = 3

/** Whether a language's text may be sent: long enough, or, but for English, not there. */
export function isSound(typed: TypedTexts, language: Language): boolean {
  const { length } = typed[language].trim()
  return length >= leastLength || (length === 0 && language !== 'en')
}

/** The request; null while a text is too short. */
export function textsOf(typed: TypedTexts): AnnouncementTexts | null {
  if (!languages.every((language) => isSound(typed, language))) return null
  const written = languages.filter((language) => typed[language].trim() !== '')
  return { ...Object.fromEntries(written.map((language) => [language, typed[language].trim()])), en: typed.en.trim() }
}

/** The languages that fall back to English. */
export function missingLanguages(typed: TypedTexts): readonly Language[] {
  return languages.filter((language) => language !== 'en' && typed[language].trim() === '')
}

/** The times of planned work as they are typed: in UTC, such as "2026-11-29 04:00"; both empty without any. */
export interface TypedWork {
  readonly from: string
  readonly until: string
}

export const noWork: TypedWork = { from: '', until: '' }

/** The times of planned work for the request; empty without any, null where they are no times that follow each other. */
export function workOf(
  { from, until }: TypedWork,
  nowMs: number,
): { readonly workFromMs?: number; readonly workUntilMs?: number } | null {
  if (from.trim() === '' && until.trim() === '') return {}
  const [workFromMs, workUntilMs] = [utcOf(from), utcOf(until)]
  if (workFromMs === null || workUntilMs === null || workUntilMs <= Math.max(workFromMs, nowMs)) return null
  return { workFromMs, workUntilMs }
}

function utcOf(typed: string): number | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(typed.trim()) ?? []
  const atMs = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(atMs) ? null : atMs
}

const names = new Intl.DisplayNames('en', { type: 'language' })

/** A language's English name. */
export function languageName(language: Language): string {
  return names.of(language) ?? language
}

/** Languages in one sentence. */
export function listed(wanted: readonly Language[]): string {
  return new Intl.ListFormat('en').format(wanted.map(languageName))
}
