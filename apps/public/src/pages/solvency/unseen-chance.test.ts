import { expect, test } from 'vitest'
import { unseenPercent } from './unseen-chance.ts'

test('the chance that an omission stays unseen falls with each customer left out, from certainty', () => {
  expect(unseenPercent(1_000, 0)).toBe(100)
  expect(unseenPercent(1_000, 10)).toBeCloseTo(34.87, 2)
  expect(unseenPercent(1_000, 50)).toBeCloseTo(0.515, 3)
  expect(unseenPercent(0, 100)).toBe(100)
})
