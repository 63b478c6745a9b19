import { describe, expect, it } from 'vitest'
import { securityProgress } from './steps-model.ts'

describe('the steps of the security centre', () => {
  it.each([
    [
      'nothing but a phone',
      { hasPaymentPassword: false, hasEmail: false, hasPhone: true },
      { done: 2, all: 4, next: 'email' },
    ],
    [
      'nothing but an e-mail',
      { hasPaymentPassword: false, hasEmail: true, hasPhone: false },
      { done: 2, all: 4, next: 'payment' },
    ],
    ['no phone', { hasPaymentPassword: true, hasEmail: true, hasPhone: false }, { done: 3, all: 4, next: 'phone' }],
    ['everything', { hasPaymentPassword: true, hasEmail: true, hasPhone: true }, { done: 4, all: 4, next: null }],
  ])('of an account with %s', (_case, protection, progress) => {
    expect(securityProgress(protection)).toEqual(progress)
  })
})
