import { describe, expect, it } from 'vitest'
import { totpVectorKey as secret, totpVectors } from './testing/rfc-6238.ts'
import { base32Of, matchingStep, totpAt, totpCode, totpUri } from './totp.ts'

describe('a code of an authenticator', () => {
  it.each(totpVectors)('is at second %i that of RFC 6238', (second, code) => {
    expect(totpAt(secret, Math.floor(second / 30))).toBe(code)
  })

  it('is that of the next step when asked for ahead', () => {
    expect(totpCode(secret, 29_000, 1)).toBe(totpCode(secret, 59_000))
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
