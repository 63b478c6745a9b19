import { describe, expect, it } from 'vitest'
import { amountOf } from './amount-text.ts'

describe('an amount that was typed', () => {
  it.each([
    ['500', 500_000_000n],
    [' 0.5 ', 500_000n],
    ['0,5', 500_000n],
    ['7.', 7_000_000n],
    ['0.000001', 1n],
  ])('%j is read', (text, units) => {
    expect(amountOf(text, 6)).toBe(units)
  })

  it.each(['', '.5', '-1', '1e3', '1,000.00', '1 000', '0x10', '٣', '1234567890123', '0.0000001'])(
    '%j is none',
    (text) => {
      expect(amountOf(text, 6)).toBeNull()
    },
  )

  it('has no more decimals than its asset takes', () => {
    expect(amountOf('10.25', 2)).toBe(10_250_000n)
    expect(amountOf('10.255', 2)).toBeNull()
  })
})
