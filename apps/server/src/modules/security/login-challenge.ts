import { randomBytes } from 'node:crypto'
import { keyedHash, sameHash } from '../../platform/keyed-hash.ts'

const randomBytesOfEach = 16
const timeBytes = 6
const macAt = randomBytesOfEach + timeBytes

/** The challenges of signing in with a passkey. */
export interface LoginChallenges {
  /** A challenge that is valid until then, base64url. */
  create(expiresMs: number): string
  /** Until when a challenge is valid; null for one that no server with this key has made, or that has expired. */
  expiryOf(challenge: string, nowMs: number): number | null
}

/**
 * Creates challenges that carry their expiry under a key of the server, which all cells of a platform have: one that a
 * cell has made is checked by another, where the passkey is. What is used is remembered there.
 */
export function createLoginChallenges(secret: string): LoginChallenges {
  const macOf = (part: Buffer) => keyedHash(secret, 'passkey sign-in', part.toString('base64url'))
  return {
    create(expiresMs) {
      const part = Buffer.concat([randomBytes(randomBytesOfEach), Buffer.alloc(timeBytes)])
      part.writeUIntBE(expiresMs, randomBytesOfEach, timeBytes)
      return Buffer.concat([part, macOf(part)]).toString('base64url')
    },
    expiryOf(challenge, nowMs) {
      const bytes = Buffer.from(challenge, 'base64url')
      if (!sameHash(bytes.subarray(macAt), macOf(bytes.subarray(0, macAt)))) return null
      const expiresMs = bytes.readUIntBE(randomBytesOfEach, timeBytes)
      // One challenge has one spelling: what is used is remembered by it.
      return expiresMs > nowMs && bytes.toString('base64url') === challenge ? expiresMs : null
    },
  }
}
