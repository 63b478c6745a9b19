import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divCeil, divFloor, divHalfEven } from './rounding.ts'

const divisors = fc.bigInt({ min: -1_000n, max: 1_000n }).filter((divisor) => divisor !== 0n)
const dividends = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })

describe('integer division', () => {
  it('brackets the exact quotient between floor and ceiling', () => {
    fc.assert(
      fc.property(dividends, divisors, (dividend, divisor) => {
        const sign = divisor < 0n ? -1n : 1n
        expect(divFloor(dividend, divisor) * divisor * sign).toBeLessThanOrEqual(dividend * sign)
        expect(divCeil(dividend, divisor) * divisor * sign).toBeGreaterThanOrEqual(dividend * sign)
        expect(divCeil(dividend, divisor) - divFloor(dividend, divisor)).toBe(dividend % divisor === 0n ? 0n : 1n)
      }),
    )
  })

  it.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [5n, -2n, -2n],
    [10n, 4n, 2n],
    [11n, 4n, 3n],
    [-11n, 4n, -3n],
  ])('rounds %d / %d half to even: %d', (dividend, divisor, quotient) => {
    expect(divHalfEven(dividend, divisor)).toBe(quotient)
  })

  it('never strays more than half a unit from the exact quotient', () => {
    fc.assert(
      fc.property(dividends, divisors, (dividend, divisor) => {
        const error = 2n * (dividend - divHalfEven(dividend, divisor) * divisor)
        expect(error < 0n ? -error : error).toBeLessThanOrEqual(divisor < 0n ? -divisor : divisor)
      }),
    )
  })

  it('throws on a zero divisor', () => {
    expect(() => divFloor(1n, 0n)).toThrow(RangeError)
  })
})
