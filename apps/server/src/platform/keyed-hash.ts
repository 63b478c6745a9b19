import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * HMAC-SHA-256 of the parts under the server's secret. `purpose` separates uses: the same parts hash differently for
 * each. For values short enough to be guessed from a plain hash (codes, captcha solutions, account names).
 */
export function keyedHash(secret: string, purpose: string, ...parts: readonly string[]): Buffer {
  // JSON keeps the boundaries between parts.
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest()
}

/** Compares two hashes in constant time. */
export function sameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
