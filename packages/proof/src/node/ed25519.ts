import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { toHex } from '../bytes.ts'
import type { SignedMessage } from '../ed25519-rule.ts'

/** Node's verdict, or null where it takes the bytes for no key. */
export function verifyOnPlatform({ publicKey, message, signature }: SignedMessage): Promise<boolean | null> {
  const key = keyOf(publicKey)
  return Promise.resolve(key === null ? null : verify(null, message, key, signature))
}

/** SubjectPublicKeyInfo of Ed25519 (RFC 8410), before the 32 bytes of the key. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Few keys sign many notes, and reading a key takes as long as verifying a signature. */
const keys = new Map<string, KeyObject>()
const maxKeys = 256

function keyOf(publicKey: Uint8Array): KeyObject | null {
  const name = toHex(publicKey)
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = readKey(publicKey)
  if (key === null) return null
  if (keys.size >= maxKeys) keys.clear()
  keys.set(name, key)
  return key
}

function readKey(publicKey: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.concat([derPrefix, publicKey]), format: 'der', type: 'spki' })
  } catch {
    // The equation decides about a key that OpenSSL does not read.
    return null
  }
}
