import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTotpSeal } from './totp-seal.ts'

const secret = randomBytes(20)
const seal = createTotpSeal('a secret of tests')

/** As secrets were sealed before they were bound. */
function unbound(first = 0): Buffer {
  const key = Buffer.from(hkdfSync('sha256', 'a secret of tests', '', 'candor seal totp', 32))
  const iv = randomBytes(12).fill(first, 0, 1)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

describe("the seal of a customer's authenticator", () => {
  it('opens for its customer, and in no other row nor under another key', () => {
    const sealed = seal.seal(secret, 7n)
    expect(sealed).toHaveLength(49)
    expect(seal.open(sealed, 7n)).toEqual(secret)
    expect(() => seal.open(sealed, 8n)).toThrow('unable to authenticate')
    expect(() => createTotpSeal('another secret').open(sealed, 7n)).toThrow('unable to authenticate')
  })

  it('opens one from before for sealing it again alone', () => {
    for (const first of [0, 1]) expect(() => seal.open(unbound(first), 7n)).toThrow('not bound')
    expect(seal.openAny(unbound(), 7n)).toEqual(secret)
    expect(seal.openAny(seal.seal(secret, 7n), 7n)).toEqual(secret)
  })
})
