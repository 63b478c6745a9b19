import { fromHex, toHex } from '../bytes.ts'
import type { SignedMessage } from '../ed25519-rule.ts'

/**
 * The verdict of WebCrypto, or null where it has no Ed25519: browsers before 2025, and pages that are not in a secure
 * context.
 */
export async function verifyOnPlatform(signed: SignedMessage): Promise<boolean | null> {
  support ??= verify(known).catch(() => false)
  if (!(await support)) return null
  // An implementation that throws for a key that is no point has not decided.
  return verify(signed).catch(() => null)
}

let support: Promise<boolean> | undefined

/** The second example of RFC 8032, section 7.1. A platform that does not accept it is not used. */
const known: SignedMessage = {
  publicKey: fromHex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
  message: fromHex('72'),
  signature: fromHex(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ),
}

type ImportedKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Few keys sign many notes, and reading a key takes about as long as verifying a signature. */
const keys = new Map<string, ImportedKey>()
const maxKeys = 256

async function verify({ publicKey, message, signature }: SignedMessage): Promise<boolean> {
  const key = keys.get(toHex(publicKey)) ?? (await readKey(publicKey))
  return crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message))
}

async function readKey(publicKey: Uint8Array): Promise<ImportedKey> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify'])
  if (keys.size >= maxKeys) keys.clear()
  keys.set(toHex(publicKey), key)
  return key
}
