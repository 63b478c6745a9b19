import { describe, expect, it } from 'vitest'
import { accountName, balanceLines, groupedId, initialsOf } from './mine-model.ts'

describe('the account', () => {
  it('is named by its e-mail address, or by its mobile number with the middle hidden', () => {
    expect(accountName({ id: '44710928', email: 'lena@posteo.de', mobile: '15123456789' })).toBe('lena@posteo.de')
    expect(accountName({ id: '44710928', email: null, mobile: '15123456789' })).toBe('151••••789')
    expect(accountName({ id: '44710928', email: null, mobile: null })).toBe('44710928')
  })

  it('is read out in groups of four', () => {
    expect(groupedId('44710928')).toBe('4471\u00A00928')
    expect(groupedId('123')).toBe('123')
  })

  it('has letters, or the end of its number, for a picture', () => {
    expect(initialsOf({ id: '44710928', email: 'lena@posteo.de' })).toBe('LE')
    expect(initialsOf({ id: '44710928', email: null })).toBe('28')
  })
})

describe('balances', () => {
  it('name what is held only where something is', () => {
    expect(
      balanceLines([
        { asset: 'USD', available: '0', heldInContracts: '0.00', heldInWithdrawals: '0', inEscrow: '0', inTerms: '0' },
        { asset: 'USDT', available: '9899', heldInContracts: '101', heldInWithdrawals: '500', inEscrow: '0', inTerms: '0' },
      ]),
    ).toEqual([
      { asset: 'USD', available: '0', held: [] },
      {
        asset: 'USDT',
        available: '9899',
        held: [
          { by: 'contracts', amount: '101' },
          { by: 'withdrawals', amount: '500' },
        ],
      },
    ])
  })
})
