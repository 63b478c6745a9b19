import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { unpackKeyboard, unpackWords } from '../src/shared/account/new-password/unpack-words.ts'
import { packKeyboard, packWords } from './packed-passwords.ts'
import { knownPasswords } from './passwords-plugin.ts'

it('keeps every word and no other, and the order of groups', () => {
  expect(
    unpackWords(
      packWords([
        ['dragon', 'drag'],
        ['12345678', '123456', 'drag.on'],
      ]),
    ),
  ).toEqual(['drag', 'dragon', '123456', '12345678', 'drag.on'])
  const passwords = knownPasswords()
  const unpacked = unpackWords(packWords([passwords.slice(0, 100), passwords.slice(100)]))
  expect(unpacked.toSorted()).toEqual(passwords.toSorted())
  expect(unpacked.slice(0, 100).toSorted()).toEqual(passwords.slice(0, 100).toSorted())
})

it('keeps long repetitions, and refuses words with upper-case letters', () => {
  const long = ['a'.repeat(40), `${'a'.repeat(40)}b`]
  expect(unpackWords(packWords([long]))).toEqual(long)
  expect(() => packWords([['Dragon']])).toThrow('upper-case')
})

it('keeps every key of the keyboards', () => {
  for (const keyboard of Object.values(adjacencyGraphs))
    expect(unpackKeyboard(packKeyboard(keyboard))).toEqual(keyboard)
  expect(() => packKeyboard({ a: ['b c'] })).toThrow('white space')
})
