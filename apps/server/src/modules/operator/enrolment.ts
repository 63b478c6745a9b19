import { randomBytes } from 'node:crypto'
import { base32Of, totpUri } from '../../platform/totp.ts'

/** The enrolment address that an authenticator scans as a QR code. */
export function enrolmentAddress(name: string, secret: Uint8Array): string {
  return totpUri(base32Of(secret), name)
}

/** A password that is handed over once: 120 bits, in groups that can be read aloud. */
export function newHandedPassword(): string {
  return (base32Of(randomBytes(15)).match(/.{4}/g) ?? []).join('-').toLowerCase()
}
