import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * HMAC-SHA-256 of the parts under the server's secret. `purpose` keeps uses apart: the same parts hash differently for each.
 * Used where the value is short enough to be guessed from a plain hash (codes, captcha answers, account names).
 */
export function keyedHash(secret: string, purpose: string, ...parts: readonly string[]): Buffer {
  // JSON keeps the borders between parts.
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, ...parts]))
    .digest()
}

/** Compares two hashes without telling by its duration where they differ. */
export function sameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
