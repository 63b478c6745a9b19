import { expect, it } from 'vitest'
import { isAllowed } from './permission.ts'

it('lets everybody do what is open to any role', () => {
  expect(isAllowed('any', [])).toBe(true)
})

it('asks for one of the roles that are named, and for no other', () => {
  expect(isAllowed(['kyc', 'lead'], ['support', 'lead'])).toBe(true)
  expect(isAllowed(['kyc', 'lead'], ['payments'])).toBe(false)
  expect(isAllowed(['kyc'], [])).toBe(false)
})
