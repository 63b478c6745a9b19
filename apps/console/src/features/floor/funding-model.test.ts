import { expect, it } from 'vitest'
import { fundingFault } from './funding-model.ts'

it('names a payment with an amount, its reference and why', () => {
  const form = { amount: '2500.50', reference: 'SEPA 17', note: 'paid in' }
  expect(fundingFault(form)).toBeNull()
  for (const amount of ['', '0', '-1', '1,5', '0.0000001']) expect(fundingFault({ ...form, amount })).toBe('amount')
  expect(fundingFault({ ...form, reference: ' 1 ' })).toBe('reference')
  expect(fundingFault({ ...form, note: '' })).toBe('note')
})
