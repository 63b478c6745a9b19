import { hash } from 'node:crypto'

/** SHA-256 of the bytes: Node's own, several times as fast as JavaScript. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = hash('sha256', bytes, 'buffer')
  // A plain array, so that values are the same on every platform.
  return new Uint8Array(digest.buffer, digest.byteOffset, digest.length)
}
