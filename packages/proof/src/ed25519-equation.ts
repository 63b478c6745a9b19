import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, equalBytes } from './bytes.ts'
import type { SignedMessage } from './ed25519-rule.ts'

/**
 * Whether the encoding of [S]B − [k]A is R, with k = SHA-512(R || A || message) reduced by the order of the group.
 * Takes what passed `isPlausible`. The library's own `verify` multiplies by the cofactor, so it accepts more.
 */
export function holdsEquation({ publicKey, message, signature }: SignedMessage): boolean {
  const { Point } = ed25519
  const encodedR = signature.subarray(0, 32)
  const key = pointOf(publicKey)
  if (key === null) return false
  const k = Point.Fn.create(littleEndian(sha512(concatBytes(encodedR, publicKey, message))))
  const s = littleEndian(signature.subarray(32))
  const found = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k))
  return equalBytes(found.toBytes(), encodedR)
}

/** Signs with the 32 bytes of a private key (RFC 8032, 5.1.6). */
export function signWithSeed(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return ed25519.sign(message, seed)
}

/** The public key of a private one. */
export function publicKeyOfSeed(seed: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(seed)
}

/** The point, or null where the curve has none with this y. */
function pointOf(bytes: Uint8Array): ReturnType<typeof ed25519.Point.fromBytes> | null {
  try {
    return ed25519.Point.fromBytes(bytes)
  } catch {
    return null
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}
