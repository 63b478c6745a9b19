import { hash, randomBytes } from 'node:crypto'

/** A ticket or token of the chat: 256 random bits. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of a secret. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
