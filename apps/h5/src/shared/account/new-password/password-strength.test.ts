import { expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'

it.each([
  ['123456', 'weak'],
  ['Password1', 'weak'],
  ['qwertyuiop', 'weak'],
  ['hrn5x7qk', 'fair'],
  ['hrn5x7qkbv', 'good'],
  ['hrn5x7qkbvm2dt', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(strengthOf(password, [])).toBe(strength)
})

it('counts a name of the account as known', () => {
  expect(strengthOf('grzbrzkwicz', [])).not.toBe('weak')
  expect(strengthOf('grzbrzkwicz', ['grzbrzkwicz@example.org'])).toBe('weak')
})
