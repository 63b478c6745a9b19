import { sha256 as hash } from '@noble/hashes/sha2.js'

const encoder = new TextEncoder()

/** SHA-256 of the bytes in JavaScript: WebCrypto's returns promises, and trees need many short hashes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes)
}

/** Writes SHA-256 of the bytes into `target`. */
export function sha256Into(target: Uint8Array, offset: number, bytes: Uint8Array): void {
  target.set(hash(bytes), offset)
}

/** SHA-256 of a text in UTF-8. The text is well formed. */
export function sha256Text(text: string): Uint8Array {
  return hash(encoder.encode(text))
}
