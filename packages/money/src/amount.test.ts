import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  amount,
  formatAmount,
  formatDecimal,
  formatUnits,
  isAtLeast,
  isSameAmount,
  negate,
  parseAmount,
  parseDecimal,
  parseUnits,
  parseUnitsOf,
  parseUnitsOfEach,
  subtract,
  units,
  unitsOfEach,
} from './amount.ts'
import type { Amount, Units } from './amount.ts'

describe('parsing amounts', () => {
  it('reads whole coins and all six decimals exactly', () => {
    expect(parseUnits('10000')).toBe(10_000_000_000n)
    expect(parseUnits('0.000001')).toBe(1n)
    expect(parseUnits('-3.5')).toBe(-3_500_000n)
  })

  it.each([
    '',
    '.',
    '1.',
    '.5',
    '1e3',
    '+1',
    '0x10',
    ' 1',
    '1 ',
    '1,5',
    '٣',
    'NaN',
    'Infinity',
    '0.0000001',
    '1'.repeat(19),
    '--1',
    '1.2.3',
  ])('refuses %j', (text) => {
    expect(parseUnits(text)).toBeNull()
  })

  it('reads back whatever it wrote', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (units) => {
        expect(parseUnits(formatUnits(units))).toBe(units)
      }),
    )
  })

  it('shows every official decimal of a price and keeps the sign of small negative ones', () => {
    expect(formatDecimal(407_840n, 2)).toBe('4078.40')
    expect(formatDecimal(-3n, 2)).toBe('-0.03')
    expect(formatDecimal(5n, 0)).toBe('5')
    expect(parseDecimal('-36.98', 3)).toBe(-36_980n)
  })
})

describe('formatting units', () => {
  it.each([
    [0n, '0'],
    [100_000_000n, '100'],
    [10n, '0.00001'],
    [-84_500_000n, '-84.5'],
    [-1n, '-0.000001'],
    [9_007_199_254_740_991n, '9007199254.740991'],
    [9_007_199_254_740_992n, '9007199254.740992'],
    [-9_007_199_254_740_993n, '-9007199254.740993'],
  ])('writes %d as %s', (units, text) => {
    expect(formatUnits(units)).toBe(text)
  })
})

describe('amounts', () => {
  it('add, subtract and compare within one asset', () => {
    expect(add(amount('USDT', 5n), amount('USDT', 7n))).toEqual(amount('USDT', 12n))
    expect(negate(amount('USDT', 5n))).toEqual(amount('USDT', -5n))
    expect(subtract(amount('USDT', 5n), amount('USDT', 7n))).toEqual(amount('USDT', -2n))
    expect(isAtLeast(amount('USD', 7n), amount('USD', 7n))).toBe(true)
    expect(isAtLeast(amount('USD', 6n), amount('USD', 7n))).toBe(false)
  })

  it('are the same where both the asset and the units are', () => {
    expect(isSameAmount(amount('USD', 5n), amount('USD', 5n))).toBe(true)
    expect(isSameAmount(amount('USD', 5n), amount('USDT', 5n))).toBe(false)
    expect(isSameAmount(amount('USD', 5n), amount('USD', 6n))).toBe(false)
  })

  it.each([add, subtract, isAtLeast])('of two assets throw in %o', (combine) => {
    expect(() => combine(amount('USD', 1n), amount('USDT', 1n))).toThrow('cannot combine USD with USDT')
  })

  it('are read and shown without their asset', () => {
    expect(parseAmount('USDT', '12.5')).toEqual(amount('USDT', 12_500_000n))
    expect(parseAmount('USDT', '12,5')).toBeNull()
    expect(formatAmount(amount('USD', 1n))).toBe('0.000001')
  })
})

describe('units', () => {
  it('of two assets are two types, and neither is a plain integer', () => {
    const quantity = units('USDT', 2n)
    // @ts-expect-error Units of USDT are not units of USD.
    const price: Units<'USD'> = quantity
    // @ts-expect-error A sum is a plain integer.
    const sum: Units<'USDT'> = quantity + quantity
    expect([price, sum]).toEqual([2n, 4n])
  })

  it('that count in each asset count in either, and are no plain integer', () => {
    const each = unitsOfEach(3n)
    const inBoth: [Units<'USD'>, Units<'USDT'>] = [each, each]
    // @ts-expect-error Units of one asset do not count in the other.
    const wrong: typeof each = units('USD', 3n)
    expect([...inBoth, wrong]).toEqual([3n, 3n, 3n])
  })

  it('belong to the asset of their amount', () => {
    // @ts-expect-error Units of USDT are no amount of USD.
    const mixed: Amount = { asset: 'USD', units: units('USDT', 2n) }
    // @ts-expect-error A plain integer is no money.
    const plain: Amount = { asset: 'USD', units: 2n }
    expect([mixed.units, plain.units]).toEqual([2n, 2n])
  })

  it('are read from decimal strings', () => {
    expect([parseUnitsOf('USD', '0.5'), parseUnitsOf('USD', 'x')]).toEqual([500_000n, null])
    expect([parseUnitsOfEach('0.5'), parseUnitsOfEach('x')]).toEqual([500_000n, null])
  })
})
