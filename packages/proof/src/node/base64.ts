import { Buffer } from 'node:buffer'

/** Base64 of RFC 4648, section 4, with padding: Node's own. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}
