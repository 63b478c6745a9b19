import { expect, it } from 'vitest'
import { parseSpentTime, remindersDue, spentTimeText } from './session-reminder-model.ts'

it.each([
  [29 * 60_000, 30, 0],
  [30 * 60_000, 30, 1],
  [95 * 60_000, 30, 3],
  [95 * 60_000, null, 0],
])('after %i ms a limit of %s minutes has reminded %i times', (elapsedMs, limit, times) => {
  expect(remindersDue(elapsedMs, limit)).toBe(times)
})

it('keeps the time spent over a reload, and which reminders were answered', () => {
  const spent = { elapsedMs: 95 * 60_000, answered: 2 }
  expect(parseSpentTime(spentTimeText(spent))).toEqual(spent)
  expect(spentTimeText({ elapsedMs: 1_499.7, answered: 0 })).toBe('1499 0')
})

it.each(['', '5', '-5 0', '5 x', '5 0 0', 'NaN 0', `${'9'.repeat(13)} 0`])('reads nothing from %s', (text) => {
  expect(parseSpentTime(text)).toBeNull()
})
