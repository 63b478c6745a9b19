import { passwords } from 'virtual:common-passwords'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'
import { unpackWords } from './unpack-words.ts'

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

it.each([
  { min: 6, max: 16 },
  { min: 8, max: 64 },
])('shows each of the 10,000 commonest of $min to $max characters, which the server refuses, as weak', (rule) => {
  const fitting = dictionary['passwords-common'].filter(({ length }) => length >= rule.min && length <= rule.max)
  const refused = fitting.slice(0, 10_000)
  const known = new Set(unpackWords(passwords))
  expect(refused.filter((password) => !known.has(password))).toEqual([])
  // The guesses of a known word are its rank, below the bound of `fair`; rating each of them would take 20 s.
  const rated = refused.filter((_, index) => index % 50 === 0)
  expect(rated.filter((password) => strengthOf(password, []) !== 'weak')).toEqual([])
})
