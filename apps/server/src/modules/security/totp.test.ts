import { describe, expect, it } from 'vitest'
import { base32Of, matchingStep, plainRecoveryCode, totpAt, totpUri } from './totp.ts'

/** The key of RFC 6238's test vectors. */
const secret = Buffer.from('12345678901234567890')

describe('a code of an authenticator', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is at second %i that of RFC 6238', (second, code) => {
    expect(totpAt(secret, Math.floor(second / 30))).toBe(code)
  })

  it('is good in its step and the ones beside it', () => {
    const atMs = 1_111_111_111_000
    const step = Math.floor(atMs / 30_000)
    expect([-1, 0, 1].map((shift) => matchingStep(secret, totpAt(secret, step + shift), atMs))).toEqual([
      step - 1,
      step,
      step + 1,
    ])
    expect([-2, 2].map((shift) => matchingStep(secret, totpAt(secret, step + shift), atMs))).toEqual([null, null])
  })
})

describe('a secret', () => {
  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%s is written as in RFC 4648', (text, written) => {
    expect(base32Of(Buffer.from(text))).toBe(written)
  })

  it('goes into an address with the account', () => {
    expect(totpUri('ABC', 'anna@example.org')).toBe(
      'otpauth://totp/Candor%3Aanna%40example.org?secret=ABC&issuer=Candor&algorithm=SHA1&digits=6&period=30',
    )
  })
})

it('a recovery code is the same in capitals and without its hyphen', () => {
  expect(plainRecoveryCode('ABCDE-12345')).toBe('abcde12345')
})
