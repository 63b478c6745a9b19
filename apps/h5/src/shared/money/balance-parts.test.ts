import { describe, expect, it } from 'vitest'
import { heldParts, wholeBalance } from './balance-parts.ts'

const balance = {
  asset: 'USDT',
  available: '9700.000001',
  heldInContracts: '101',
  heldInWithdrawals: '500',
  inEscrow: '20.5',
  inTerms: '1000',
} as const

describe('a balance', () => {
  it('names everything that holds it', () => {
    expect(heldParts(balance)).toEqual([
      { by: 'contracts', amount: '101' },
      { by: 'withdrawals', amount: '500' },
      { by: 'sales', amount: '20.5' },
      { by: 'interest', amount: '1000' },
    ])
  })

  it('names nothing that holds none of it', () => {
    expect(heldParts({ ...balance, heldInContracts: '0.00', heldInWithdrawals: '0', inTerms: '0' })).toEqual([
      { by: 'sales', amount: '20.5' },
    ])
  })

  it('is worth its parts together, to the last unit', () => {
    expect(wholeBalance(balance)).toBe('11321.500001')
  })
})
