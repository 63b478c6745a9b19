import { createDecipheriv, hkdfSync } from 'node:crypto'
import { decrypt, encrypt } from '../../platform/vault/index.ts'

const ivBytes = 12
const tagBytes = 16

/** The first byte of a sealed secret that is bound to its customer. */
const boundForm = 1
const unboundBytes = 48

/** Encrypts the secrets of customers' authenticators, which the server must read and the database must not reveal. */
export interface TotpSeal {
  seal(secret: Uint8Array, customerId: bigint): Buffer
  /** Throws where it was sealed with another key, for another customer, or was changed. */
  open(sealed: Uint8Array, customerId: bigint): Buffer
  /** Opens a secret in either form: those from before are bound to no customer. */
  openAny(sealed: Uint8Array, customerId: bigint): Buffer
}

/** Makes the seal: AES-256-GCM under a key derived from the server's key. A secret opens in its customer's row only. */
export function createTotpSeal(secret: string): TotpSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'candor seal totp', 32))
  const contextOf = (customerId: bigint) => `totp of customer ${customerId}`
  const open = (sealed: Uint8Array, customerId: bigint) => {
    // An unbound one begins with random bytes, which may be those of the form.
    if (sealed[0] !== boundForm || sealed.length === unboundBytes)
      throw new Error('a sealed secret is not bound to its customer')
    return decrypt(key, sealed.subarray(1), contextOf(customerId))
  }
  return {
    seal: (plain, customerId) => Buffer.concat([Buffer.of(boundForm), encrypt(key, plain, contextOf(customerId))]),
    open,
    openAny(sealed, customerId) {
      if (sealed.length !== unboundBytes) return open(sealed, customerId)
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAuthTag(sealed.subarray(-tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
    },
  }
}
