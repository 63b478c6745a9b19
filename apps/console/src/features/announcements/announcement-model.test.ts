import { describe, expect, it } from 'vitest'
import { languages } from '@candor/api'
import {
  announcementState,
  audienceOf,
  draftFault,
  draftOf,
  emptyDraft,
  formOf,
  languageState,
  listed,
  nextOpenLanguage,
  openLanguages,
} from './announcement-model.ts'
import type { Draft } from './announcement-model.ts'

const nowMs = Date.UTC(2026, 10, 28, 12)
const words = { title: ' Oil pauses ', text: 'The exchange closes for an hour.' }
const inEnglish: Draft = { ...emptyDraft, words: { ...emptyDraft.words, en: words } }
const inAll: Draft = languages.reduce(
  (draft, language) => ({ ...draft, words: { ...draft.words, [language]: words } }),
  emptyDraft,
)

it('is shown from its beginning until its end', () => {
  const announcement = { fromMs: 10, untilMs: 20, endedMs: null }
  expect([9, 10, 19, 20].map((atMs) => announcementState(announcement, atMs))).toEqual([
    'later',
    'shown',
    'shown',
    'over',
  ])
})

it('is shown until somebody calls it back where it has no end', () => {
  const announcement = { fromMs: 10, untilMs: null, endedMs: null }
  expect(announcementState(announcement, 1_000_000)).toBe('shown')
  expect(announcementState({ ...announcement, endedMs: 15 }, 12)).toBe('over')
})

describe('the languages of a draft', () => {
  it('are complete with a title and a text, and lead to the next one that is not', () => {
    const half: Draft = { ...inEnglish, words: { ...inEnglish.words, fr: { title: 'Pétrole', text: '' } } }
    expect([languageState(half, 'en'), languageState(half, 'fr'), languageState(half, 'ja')]).toEqual([
      'complete',
      'partial',
      'missing',
    ])
    expect(openLanguages(inAll)).toEqual([])
    expect(openLanguages(half)).toEqual(languages.filter((language) => language !== 'en'))
    expect([nextOpenLanguage(half, 'en'), nextOpenLanguage(inAll, 'en')]).toEqual([openLanguages(half)[0], null])
    const last = openLanguages(half).at(-1) ?? 'en'
    expect(nextOpenLanguage(half, last)).toBe(openLanguages(half)[0])
    expect(listed(['pt', 'zh', 'ja'])).toBe('Portuguese, Chinese, and Japanese')
  })

  it('may be missing on purpose, but English, and none by half', () => {
    expect(draftFault(emptyDraft, nowMs)).toBe('english')
    expect(draftFault(inEnglish, nowMs)).toBeNull()
    const half = { ...inEnglish.words, de: { title: 'Öl', text: '' } }
    expect(draftFault({ ...inEnglish, words: half }, nowMs)).toBe('partial')
  })
})

describe('the request', () => {
  it('has the words that are there, and says whether English replaces others', () => {
    expect(formOf(inEnglish)).toEqual({
      kind: 'notice',
      audience: 'everyone',
      titles: { en: 'Oil pauses' },
      texts: { en: words.text },
      withEnglish: true,
    })
    expect(formOf(inAll)).toMatchObject({ withEnglish: false, titles: { ja: 'Oil pauses' } })
  })

  it('has its times in UTC, and none that would be over', () => {
    const timed = { ...inEnglish, from: '2026-11-28T18:00', until: '2026-11-29T00:00' }
    expect(draftFault(timed, nowMs)).toBeNull()
    expect(formOf(timed)).toMatchObject({ fromMs: Date.UTC(2026, 10, 28, 18), untilMs: Date.UTC(2026, 10, 29) })
    for (const until of ['2026-11-28T18:00', '2026-11-28T11:59'])
      expect(draftFault({ ...timed, until }, nowMs)).toBe('until')
  })

  it('has the times of planned work where it is about that', () => {
    const work = { ...inEnglish, kind: 'work', workFrom: '2026-11-29T04:00', workUntil: '2026-11-29T04:10' } as const
    expect(draftFault(work, nowMs)).toBeNull()
    expect(formOf(work)).toMatchObject({ workFromMs: Date.UTC(2026, 10, 29, 4) })
    expect(formOf({ ...work, kind: 'hours' })).not.toHaveProperty('workFromMs')
    for (const workUntil of ['', '2026-11-29T04:00', '2026-11-28T11:00'])
      expect(draftFault({ ...work, workUntil }, nowMs)).toBe('work')
  })
})

describe('whom a draft addresses and where it leads', () => {
  it('is a part of the customers and a screen, or an instrument once one is chosen', () => {
    const draft: Draft = { ...inEnglish, audience: 'interest', page: 'interest' }
    expect(formOf(draft)).toMatchObject({ audience: 'interest', linkPage: 'interest' })
    expect(formOf(draft)).not.toHaveProperty('linkSymbol')
    expect(draftFault({ ...draft, page: 'instrument' }, nowMs)).toBe('instrument')
    const named: Draft = { ...draft, page: 'instrument', symbol: 'CL' }
    expect([draftFault(named, nowMs), formOf(named)]).toMatchObject([
      null,
      { linkPage: 'instrument', linkSymbol: 'CL' },
    ])
  })

  it('is everyone where the work of the platform is planned', () => {
    const draft: Draft = { ...inEnglish, audience: 'merchants', kind: 'work' }
    expect([audienceOf(draft), formOf(draft).audience]).toEqual(['everyone', 'everyone'])
  })
})

it('is kept by the browser as it was written, and empty where what was kept is none', () => {
  expect(draftOf(JSON.stringify(inEnglish))).toEqual(inEnglish)
  for (const kept of ['', '{', '{"kind":"other"}']) expect(draftOf(kept)).toBe(emptyDraft)
})
