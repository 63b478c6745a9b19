import { expect, test } from 'vitest'
import { unseenPercent } from './owed-model.ts'

test('an omission stays unseen with (1 - p)^k', () => {
  expect(unseenPercent(0, 100)).toBe(100)
  expect(unseenPercent(10_000, 1)).toBe(0)
  expect(unseenPercent(1_240, 1)).toBeCloseTo(87.6)
  expect(unseenPercent(1_240, 10)).toBeCloseTo(26.6, 1)
})
