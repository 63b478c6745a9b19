import { describe, expect, it } from 'vitest'
import { balancesAfter, everything, isQuoteFor, obstacleOf, percentOfBps, wireAmount } from './swap-form-model.ts'

const whole = { minimum: '1', wholeNumber: true }
const any = { minimum: '1', wholeNumber: false }

describe('the form of a swap', () => {
  it.each([
    ['', 'no-amount'],
    ['  ', 'no-amount'],
    ['1,000.5', 'wrong-format'],
    ['-5', 'wrong-format'],
    ['2.5', 'not-whole'],
    ['0', 'below-minimum'],
    ['251', 'above-available'],
    ['250', null],
    ['1', null],
  ])('finds in %j the obstacle %j where only whole numbers are swapped', (amountText, obstacle) => {
    expect(obstacleOf({ from: 'USD', amountText }, whole, '250.75')).toBe(obstacle)
  })

  it('takes fractions where they are allowed, down to the minimum', () => {
    expect(obstacleOf({ from: 'USDT', amountText: '2,5' }, any, '10')).toBeNull()
    expect(obstacleOf({ from: 'USDT', amountText: '0.999999' }, any, '10')).toBe('below-minimum')
  })

  it('leaves the balance to the server while it is not known', () => {
    expect(obstacleOf({ from: 'USD', amountText: '999999' }, whole, null)).toBeNull()
  })

  it('offers everything, cut to whole numbers where only those are swapped', () => {
    expect(everything('250.75', true)).toBe('250')
    expect(everything('250.75', false)).toBe('250.75')
  })

  it('does not take a quote of another amount or direction for its own', () => {
    const quote = { from: 'USD', gives: '250' } as const
    expect(isQuoteFor(quote, { from: 'USD', amountText: '250,00' })).toBe(true)
    expect(isQuoteFor(quote, { from: 'USD', amountText: '25' })).toBe(false)
    expect(isQuoteFor(quote, { from: 'USDT', amountText: '250' })).toBe(false)
  })

  it('writes amounts for the wire and basis points as percent', () => {
    expect(wireAmount({ from: 'USD', amountText: '2,50' })).toBe('2.5')
    expect(percentOfBps(5)).toBe('0.05')
    expect(percentOfBps(125)).toBe('1.25')
  })

  it('counts both balances after a swap to the last digit, and leaves an unknown one out', () => {
    const swap = { from: 'USDT', to: 'USD', gives: '0.000001', receives: '2.5' } as const
    const usdt = { asset: 'USDT', available: '10' } as const
    expect(balancesAfter(swap, [usdt, { asset: 'USD', available: '0' }])).toEqual([
      { asset: 'USDT', amount: '9.999999' },
      { asset: 'USD', amount: '2.5' },
    ])
    expect(balancesAfter(swap, [usdt])).toEqual([{ asset: 'USDT', amount: '9.999999' }])
  })
})
