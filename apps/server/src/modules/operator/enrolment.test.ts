import { describe, expect, it } from 'vitest'
import { enrolmentAddress, newHandedPassword } from './enrolment.ts'

describe('enrolling', () => {
  it('writes the secret in base32, as authenticators read it', () => {
    expect(enrolmentAddress('anna', Buffer.from('12345678901234567890'))).toBe(
      'otpauth://totp/Candor%3Aanna?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Candor&algorithm=SHA1&digits=6&period=30',
    )
  })

  it('hands over a password of six groups, another one each time', () => {
    expect(newHandedPassword()).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    expect(newHandedPassword()).not.toBe(newHandedPassword())
  })
})
