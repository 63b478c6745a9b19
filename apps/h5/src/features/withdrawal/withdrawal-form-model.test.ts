import type { PayoutMethodView, WithdrawalQuoteView } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { isQuoteFor, methodOf, obstacleOf, wholeBalance, wireAmount } from './withdrawal-form-model.ts'
import type { Readiness, WithdrawalForm } from './withdrawal-form-model.ts'

const nowMs = 1_000_000
const card = (id: string, usableFromMs = 0): PayoutMethodView => ({
  kind: 'bank-card',
  id,
  addedMs: 0,
  usableFromMs,
  isInUse: false,
  bankName: 'Musterbank',
  country: 'DE',
  holder: 'Lena Musterfrau',
  isIban: true,
  numberEnd: '8830',
  bankCode: null,
  bankAddress: null,
})
const form: WithdrawalForm = { kind: 'bank-card', amountText: '500', methodId: null }
const readiness: Readiness = {
  kycState: 'verified',
  items: [
    { asset: 'USD', missing: [], coolsUntilMs: null, available: '1000.5', minimum: '10', fee: '1' },
    { asset: 'USDT', missing: ['payout-method'], coolsUntilMs: null, available: '3', minimum: '10', fee: '1' },
  ],
}
const obstacle = (over: Partial<WithdrawalForm>, method: PayoutMethodView | null = card('1')) =>
  obstacleOf({ ...form, ...over }, { method, readiness, nowMs })

describe('the destination', () => {
  it('is the chosen one, else the first that does not rest, else the first', () => {
    const methods = [card('1', nowMs + 1), card('2'), card('3')]
    expect(methodOf({ ...form, methodId: '3' }, methods, nowMs)?.id).toBe('3')
    expect(methodOf(form, methods, nowMs)?.id).toBe('2')
    expect(methodOf(form, [card('1', nowMs + 1)], nowMs)?.id).toBe('1')
  })

  it('is never one of another kind', () => {
    expect(methodOf({ ...form, kind: 'wallet-address', methodId: '1' }, [card('1')], nowMs)).toBeNull()
  })
})

describe('the obstacles to a withdrawal', () => {
  it('is nothing for an amount between the minimum and the balance', () => {
    expect(obstacle({})).toBeNull()
    expect(obstacle({ amountText: '10' })).toBeNull()
    expect(obstacle({ amountText: '1000.5' })).toBeNull()
  })

  it.each([
    ['9.99', 'below-minimum'],
    ['1000.51', 'above-available'],
    ['10.001', 'wrong-format'],
    ['ten', 'wrong-format'],
  ] as const)('is the amount %j: %s', (amountText, error) => {
    expect(obstacle({ amountText })).toEqual({ kind: 'amount', error })
  })

  it('is a missing destination before all else, then one that rests, then a missing amount', () => {
    expect(obstacle({ amountText: '' }, null)).toEqual({ kind: 'no-method' })
    expect(obstacle({ amountText: '' }, card('1', nowMs + 5))).toEqual({ kind: 'resting', untilMs: nowMs + 5 })
    expect(obstacle({ amountText: ' ' })).toEqual({ kind: 'no-amount' })
  })

  it('is the whole account where the payment password was just unlocked', () => {
    const held = {
      asset: 'USD',
      missing: ['cooling-down'],
      coolsUntilMs: nowMs + 9,
      available: '50',
      minimum: '10',
      fee: '1',
    } as const
    const circumstances = {
      method: card('1'),
      readiness: { ...readiness, items: [{ ...held, missing: [...held.missing] }] },
      nowMs,
    }
    expect(obstacleOf(form, circumstances)).toEqual({ kind: 'resting', untilMs: nowMs + 9 })
  })
})

describe('the amount', () => {
  it('goes onto the wire in its shortest form', () => {
    expect(wireAmount({ ...form, amountText: '0500,50' })).toBe('500.5')
    expect(wireAmount({ ...form, amountText: '1.234' })).toBeNull()
  })

  it('"all" is cut to what a bank pays, never rounded up', () => {
    expect(wholeBalance(form, '12.349999')).toBe('12.34')
    expect(wholeBalance({ ...form, kind: 'wallet-address' }, '12.349999')).toBe('12.349999')
  })

  it('of a quote is the form’s, or the quote does not count', () => {
    const quote = { amount: '500', payoutMethodId: '1', asset: 'USD' } as WithdrawalQuoteView
    expect(isQuoteFor(quote, form, card('1'))).toBe(true)
    expect(isQuoteFor(quote, { ...form, amountText: '50' }, card('1'))).toBe(false)
    expect(isQuoteFor(quote, form, card('2'))).toBe(false)
    expect(isQuoteFor({ ...quote, asset: 'USDT' }, form, card('1'))).toBe(false)
  })
})
