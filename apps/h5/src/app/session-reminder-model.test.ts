import { expect, it } from 'vitest'
import { remindersDue } from './session-reminder-model.ts'

it.each([
  [29 * 60_000, 30, 0],
  [30 * 60_000, 30, 1],
  [95 * 60_000, 30, 3],
  [95 * 60_000, null, 0],
])('after %i ms a limit of %s minutes has reminded %i times', (elapsedMs, limit, times) => {
  expect(remindersDue(elapsedMs, limit)).toBe(times)
})
