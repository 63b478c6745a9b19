import { describe, expect, it } from 'vitest'
import { isWeakPaymentPassword } from './security.ts'

describe('a payment password', () => {
  it.each([
    '123456',
    '890123',
    '654321',
    '321098',
    '135791',
    '111111',
    '000000',
    '121212',
    '123123',
    '112233',
    '665544',
    '123321',
    '100001',
  ])('is weak as %s', (digits) => expect(isWeakPaymentPassword(digits, [])).toBe(true))

  it.each(['481516', '162342', '903817', '112244', '120012'])('is fit as %s', (digits) =>
    expect(isWeakPaymentPassword(digits, ['4915112345678', '20481903', null])).toBe(false),
  )

  it.each([
    ['part of the mobile number', '511234'],
    ['part of the mobile number backwards', '765432'],
    ['part of the account number', '481903'],
    ['the digits of the e-mail', '198407'],
  ])('is weak as %s', (_case, digits) => {
    expect(isWeakPaymentPassword(digits, ['4915112345679', '20481903', 'anna.1984-07@example.org'])).toBe(true)
  })
})
