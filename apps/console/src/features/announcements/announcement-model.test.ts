import { expect, it } from 'vitest'
import { announcementState, listed, missingLanguages, noTexts, noWork, textsOf, workOf } from './announcement-model.ts'

it('is shown from its beginning until its end', () => {
  const announcement = { fromMs: 10, untilMs: 20, endedMs: null }
  expect([9, 10, 19, 20].map((nowMs) => announcementState(announcement, nowMs))).toEqual([
    'later',
    'shown',
    'shown',
    'over',
  ])
})

it('is shown until somebody ends it where it has no end', () => {
  const announcement = { fromMs: 10, untilMs: null, endedMs: null }
  expect(announcementState(announcement, 1_000_000)).toBe('shown')
  expect(announcementState({ ...announcement, endedMs: 15 }, 12)).toBe('over')
})

it('sends the texts that are there, and names the languages whose readers will read English', () => {
  const typed = { ...noTexts, en: ' Payouts pause tonight ', ko: '오늘 밤 출금이 멈춥니다' }
  expect(textsOf(typed)).toEqual({ en: 'Payouts pause tonight', ko: '오늘 밤 출금이 멈춥니다' })
  expect(missingLanguages(typed)).toEqual(['pt', 'es', 'de', 'fr', 'vi', 'zh', 'ja'])
  expect(textsOf({ ...typed, en: '' })).toBeNull()
  expect(textsOf({ ...typed, de: 'Ab' })).toBeNull()
  expect(listed(['pt', 'zh', 'ja'])).toBe('Portuguese, Chinese, and Japanese')
})

it('sends the times of planned work in UTC, and none that are no times or do not follow each other', () => {
  const nowMs = Date.UTC(2026, 10, 28)
  const from = '2026-11-29 04:00'
  expect(workOf(noWork, nowMs)).toEqual({})
  expect(workOf({ from, until: ' 2026-11-29 04:10 ' }, nowMs)).toEqual({
    workFromMs: Date.UTC(2026, 10, 29, 4),
    workUntilMs: Date.UTC(2026, 10, 29, 4, 10),
  })
  for (const until of ['', '2026-11-29', '2026-11-29 25:00', from, '2026-11-29 03:59'])
    expect(workOf({ from, until }, nowMs)).toBeNull()
  expect(workOf({ from: '2026-11-20 04:00', until: '2026-11-20 05:00' }, nowMs)).toBeNull()
})
