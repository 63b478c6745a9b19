import { expect, test } from 'vitest'
import { ringStepMs } from './ring-step.ts'

test('draws a ring each time its head has moved by a pixel', () => {
  expect(ringStepMs(60_000, 500)).toBe(120)
})

test('draws a short contract twenty times a second at most, and a long one every second', () => {
  expect(ringStepMs(5_000, 500)).toBe(50)
  expect(ringStepMs(24 * 3_600_000, 500)).toBe(1_000)
})
