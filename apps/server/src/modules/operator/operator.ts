import { hkdfSync, randomBytes } from 'node:crypto'

/** The key derivation of operators. It never changes: a key derived differently opens nothing. */
export const operatorKeyCost = { memoryKib: 19_456, passes: 2, lanes: 1 } as const

const saltBytes = 16
/** 160 bits, as RFC 4226 recommends for SHA-1. */
const totpSecretBytes = 20

/** A new salt for deriving a key. */
export function newSalt(): Buffer {
  return randomBytes(saltBytes)
}

/** A new secret of an authenticator. */
export function newTotpSecret(): Buffer {
  return randomBytes(totpSecretBytes)
}

/** The key that seals the secrets of operators' authenticators, derived from the server's key. */
export function authenticatorKey(serverKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serverKey, '', 'candor operators authenticators', 32))
}
