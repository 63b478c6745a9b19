import { expect, test } from 'vitest'
import { arcPath, windowDegrees } from './arc-path.ts'

test('an arc goes clockwise from twelve o’clock', () => {
  const quarter = { centrePx: 100, radiusPx: 50, fromDegrees: 0, toDegrees: 90 }
  expect(arcPath(quarter)).toBe('M100 50A50 50 0 0 1 150 100')
  expect(arcPath({ ...quarter, toDegrees: 270 })).toBe('M100 50A50 50 0 1 1 50 100')
})

test('windows of 5 s of a minute are a twelfth of the ring each, with a gap where they meet', () => {
  expect(windowDegrees({ fromShare: 55 / 60, toShare: 1 })).toEqual({ fromDegrees: 330, toDegrees: 358 })
  expect(windowDegrees({ fromShare: 0, toShare: 5 / 60 })).toEqual({ fromDegrees: 2, toDegrees: 30 })
})

test('windows of a day stay visible', () => {
  const second = 1 / 86_400
  expect(windowDegrees({ fromShare: 1 - 5 * second, toShare: 1 })).toEqual({ fromDegrees: 355, toDegrees: 358 })
  expect(windowDegrees({ fromShare: 0, toShare: 10 * second })).toEqual({ fromDegrees: 2, toDegrees: 5 })
})
