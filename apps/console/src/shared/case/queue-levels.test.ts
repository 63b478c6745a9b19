import { expect, it } from 'vitest'
import { shareInTime } from './queue-levels.ts'

it('the share of steps in time counts only those with a figure', () => {
  expect(
    shareInTime([
      { done: 60, inTime: 57 },
      { done: 40, inTime: 40 },
      { done: 900, inTime: null },
    ]),
  ).toBe(0.97)
  expect(shareInTime([{ done: 3, inTime: null }])).toBeNull()
  expect(shareInTime([])).toBeNull()
})
