import { hash, randomBytes } from 'node:crypto'

/** A new secret of a session or a chat: 256 random bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of a token; saves lookups of other texts. */
export function isTokenText(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** The stored form of a token. A plain hash suffices for 256 random bits. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
