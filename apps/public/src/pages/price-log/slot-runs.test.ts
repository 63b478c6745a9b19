import { expect, test } from 'vitest'
import { runsOf } from './slot-runs.ts'

test('joins neighbouring slots, and names the newest run first', () => {
  expect(runsOf([3, 7, 8, 9, 20])).toEqual([
    { from: 20, to: 20 },
    { from: 7, to: 9 },
    { from: 3, to: 3 },
  ])
  expect(runsOf([])).toEqual([])
})
