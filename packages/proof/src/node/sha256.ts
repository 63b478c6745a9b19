import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'

const scratch = Buffer.alloc(32)

/** SHA-256 of the bytes: Node's own, several times as fast as JavaScript. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = new Uint8Array(scratch.length)
  sha256Into(digest, 0, bytes)
  return digest
}

/**
 * Writes SHA-256 of the bytes into `target`. Node makes each digest that is a buffer outside of V8's heap; a digest
 * that is a text, of one byte a character, takes a quarter of the time.
 */
export function sha256Into(target: Uint8Array, offset: number, bytes: Uint8Array): void {
  scratch.write(hash('sha256', bytes, 'binary'), 'latin1')
  target.set(scratch, offset)
}
