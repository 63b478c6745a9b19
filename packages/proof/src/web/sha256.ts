import { sha256 as hash } from '@noble/hashes/sha2.js'

/** SHA-256 of the bytes in JavaScript: WebCrypto's returns promises, and trees need many short hashes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes)
}

/** Writes SHA-256 of the bytes into `target`. */
export function sha256Into(target: Uint8Array, offset: number, bytes: Uint8Array): void {
  target.set(hash(bytes), offset)
}
