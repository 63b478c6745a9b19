import type { InterestProductView } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { interestExample, priceStep, subjectOf } from './invest-model.ts'

describe('the address', () => {
  it('names a thing by its type and its number', () => {
    expect(subjectOf({ type: 'instrument', id: 'GOLD' })).toEqual({ type: 'instrument', id: 'GOLD' })
    expect(subjectOf({ type: 'interest', id: '4' })).toEqual({ type: 'interest', id: '4' })
    expect(subjectOf({ type: 'advert', id: '7' })).toEqual({ type: 'advert', id: '7' })
  })

  it.each([{}, { type: 'instrument' }, { id: 'GOLD' }, { type: 'toString', id: '1' }])(
    'names nothing: %j',
    (params) => {
      expect(subjectOf(params)).toBe(null)
    },
  )
})

describe('the smallest step', () => {
  it.each([
    [0, '1'],
    [1, '0.1'],
    [5, '0.00001'],
  ])('of %i decimals is %s', (decimals, step) => {
    expect(priceStep(decimals)).toBe(step)
  })
})

describe('the example of an interest product', () => {
  const product: InterestProductView = {
    id: '1',
    asset: 'USDT',
    durationMs: 30 * 86_400_000,
    dailyRatePpm: 200,
    min: '10',
    max: '5000',
    isOpen: true,
    coverageLeft: '100',
  }

  it('is what 1,000 earn until the expiry', () => {
    expect(interestExample(product)).toEqual({ amount: '1000', interest: '6' })
  })

  it('stays within what the product takes', () => {
    expect(interestExample({ ...product, max: '500' })).toEqual({ amount: '500', interest: '3' })
    expect(interestExample({ ...product, min: '2000' })).toEqual({ amount: '2000', interest: '12' })
  })
})
