import { describe, expect, it } from 'vitest'
import { enrolmentAddress, newHandedPassword, totpCode } from './operator.ts'

const rfcSecret = Buffer.from('12345678901234567890')

describe('codes of authenticators', () => {
  // RFC 6238, appendix B, the last six of the eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i are those of the standard', (second, code) => {
    expect(totpCode(rfcSecret, second * 1_000)).toBe(code)
  })

  it('are those of the next step when asked for ahead', () => {
    expect(totpCode(rfcSecret, 29_000, 1)).toBe(totpCode(rfcSecret, 59_000))
  })
})

describe('enrolling', () => {
  it('writes the secret in base32, as authenticators read it', () => {
    expect(enrolmentAddress('anna', rfcSecret)).toBe(
      'otpauth://totp/Candor:anna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Candor',
    )
  })

  it('hands over a password of six groups, another one each time', () => {
    expect(newHandedPassword()).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    expect(newHandedPassword()).not.toBe(newHandedPassword())
  })
})
