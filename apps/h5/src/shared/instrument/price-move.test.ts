import { expect, test } from 'vitest'
import { priceMove } from './price-move.ts'

test('compares prices as numbers, below zero too', () => {
  expect(priceMove('9.5', '10.1')).toBe('up')
  expect(priceMove('-37.63', '-40.00')).toBe('down')
  expect(priceMove('1.10', '1.1')).toBeNull()
})
