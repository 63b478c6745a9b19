import { expect, it } from 'vitest'
import { fundingError } from './funding-model.ts'

it('names a payment with an amount, its reference and why', () => {
  const form = { amount: '2500.50', reference: 'SEPA 17', note: 'paid in' }
  expect(fundingError(form)).toBeNull()
  for (const amount of ['', '0', '-1', '1,5', '0.0000001']) expect(fundingError({ ...form, amount })).toBe('amount')
  expect(fundingError({ ...form, reference: ' 1 ' })).toBe('reference')
  expect(fundingError({ ...form, note: '' })).toBe('note')
})
