import { expect, it } from 'vitest'
import { announcementState } from './announcement-model.ts'

it('is shown from its beginning until its end', () => {
  const announcement = { fromMs: 10, untilMs: 20, endedMs: null }
  expect([9, 10, 19, 20].map((nowMs) => announcementState(announcement, nowMs))).toEqual(['later', 'shown', 'shown', 'over'])
})

it('is shown until somebody ends it where it has no end', () => {
  const announcement = { fromMs: 10, untilMs: null, endedMs: null }
  expect(announcementState(announcement, 1_000_000)).toBe('shown')
  expect(announcementState({ ...announcement, endedMs: 15 }, 12)).toBe('over')
})
