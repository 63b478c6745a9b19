import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** Encrypts short texts for a database column, so that a copy of the database alone reveals nothing. */
export interface Seal {
  /** Encrypts the text for one place; `context` names the place and is required to open it again. */
  close(text: string, context: string): Buffer
  /** The text that was sealed for this context. Throws where the bytes were changed or belong elsewhere. */
  open(sealed: Uint8Array, context: string): string
}

/** Makes the seal of one purpose. `masterKey` is any text of the secrets file; each purpose has a key of its own. */
export function createSeal(masterKey: string, purpose: string): Seal {
  const key = keyOf(masterKey, `seal ${purpose}`)
  return {
    close: (text, context) => encrypt(key, Buffer.from(text), context),
    open: (sealed, context) => decrypt(key, sealed, context).toString(),
  }
}

/** A seal and the one that it replaces. */
export interface SealChange {
  readonly seal: Seal
  readonly former: Seal
}

/** The text sealed again, or null where it is under the new seal already. Throws where neither opens it. */
export function resealed(sealed: Uint8Array, context: string, { seal, former }: SealChange): Buffer | null {
  if (opens(() => seal.open(sealed, context))) return null
  return seal.close(former.open(sealed, context), context)
}

/** Whether a key fits: what was sealed under another does not open. */
export function opens(open: () => unknown): boolean {
  try {
    open()
    return true
  } catch {
    return false
  }
}

/** A 256-bit key for one purpose, derived from a long random text. */
export function keyOf(masterKey: string, purpose: string): Buffer {
  if (masterKey.length < 16) throw new Error('the master key is missing or too short')
  return Buffer.from(hkdfSync('sha256', masterKey, '', `candor ${purpose}`, 32))
}

/** AES-256-GCM with a fresh nonce: nonce, ciphertext, tag. The context is authenticated, not stored. */
export function encrypt(key: Uint8Array, bytes: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Reverses `encrypt`. Throws when key, context or bytes differ. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  if (sealed.length < ivBytes + tagBytes) throw new Error('an encrypted object is cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
}
