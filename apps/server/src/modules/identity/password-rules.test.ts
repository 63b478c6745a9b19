import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { createPasswordRules } from './password-rules.ts'

const usual = createPasswordRules({ min: 6, max: 16 })
const long = createPasswordRules({ min: 8, max: 64 })
const nobody: readonly string[] = []

describe('a new login password', () => {
  it.each([
    ['12345', 'too-short'],
    ['a'.repeat(17), 'too-long'],
    ['123456', 'too-common'],
    ['PassWord', 'too-common'],
    ['Trustno1', 'too-common'],
    ['secret-1', null],
    ['correct horse', null],
  ])('%s meets the usual rules or breaks one: %s', (password, broken) => {
    expect(usual.brokenBy(password, nobody)).toBe(broken)
  })

  it('has 8 to 64 characters where the operator chose so', () => {
    expect(long.brokenBy('hrnm5x7', nobody)).toBe('too-short')
    expect(long.brokenBy('a pass phrase of many characters', nobody)).toBeNull()
    expect(long.brokenBy('a'.repeat(65), nobody)).toBe('too-long')
    expect(long.brokenBy('1234567890', nobody)).toBe('too-common')
  })

  it('is none of the 10,000 commonest of its length, and may be one after them', () => {
    const fitting = dictionary['passwords-common'].filter(({ length }) => length >= 6 && length <= 16)
    const refused = fitting.filter((password) => usual.brokenBy(password, nobody) === 'too-common')
    expect(refused).toEqual(fitting.slice(0, 10_000))
    expect(usual.brokenBy(fitting[10_000] ?? '', nobody)).toBeNull()
  })

  it.each(['lena.meyer', 'Lena.Meyer9', 'x4915123456789', '4915123456789', 'lena.meyer@p.de', '20001234'])(
    'is not little more than a name of the account: %s',
    (password) => {
      expect(usual.brokenBy(password, ['4915123456789', 'Lena.Meyer@P.de', '20001234'])).toBe('too-common')
    },
  )

  it.each(['candor', 'Candor123', '1candor1'])('is not little more than the name of the product: %s', (password) => {
    expect(usual.brokenBy(password, nobody)).toBe('too-common')
    expect(usual.brokenBy(`${password} by the sea`.slice(0, 16), nobody)).toBeNull()
  })

  it('may contain a name beside more, and a name too short to stand for anything', () => {
    expect(usual.brokenBy('lena.meyer.1977', ['lena.meyer@p.de'])).toBeNull()
    expect(usual.brokenBy('ann-4x', ['ann@p.de', null])).toBeNull()
  })
})
