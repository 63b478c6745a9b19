import { describe, expect, it } from 'vitest'
import { isAnythingMissing, stepsOf } from './readiness-model.ts'
import type { Readiness } from './readiness-model.ts'

const item = (asset: 'USD' | 'USDT', missing: Readiness['items'][number]['missing']) => ({
  asset,
  missing,
  coolsUntilMs: null,
  available: '0',
  minimum: '10',
  fee: '1',
})
const readiness = (
  usd: Readiness['items'][number]['missing'],
  usdt: Readiness['items'][number]['missing'],
): Readiness => ({
  kycState: 'verified',
  items: [item('USD', usd), item('USDT', usdt)],
})

describe('what is missing before a withdrawal would work', () => {
  it('is listed in the order in which it is best done', () => {
    const all = ['verified', 'payment-password', 'payout-method'] as const
    expect(stepsOf(readiness([...all], [...all])).map(({ name, isDone }) => `${name} ${isDone}`)).toEqual([
      'verified false',
      'payment-password false',
      'payout-method false',
    ])
  })

  it('is no second destination for who has one', () => {
    expect(isAnythingMissing(readiness(['payout-method'], []))).toBe(false)
    expect(isAnythingMissing(readiness(['payout-method'], ['payout-method']))).toBe(true)
  })

  it('is neither time nor money: those are nothing that one can set up', () => {
    expect(isAnythingMissing(readiness(['amount', 'cooling-down'], ['amount']))).toBe(false)
  })
})
