import { createHmac, randomBytes } from 'node:crypto'

/** The key derivation of operators. It never changes: a key derived differently opens nothing. */
export const operatorKeyCost = { memoryKib: 19_456, passes: 2, lanes: 1 } as const

const stepMs = 30_000
const saltBytes = 16
/** 160 bits, as RFC 4226 recommends for SHA-1. */
const totpSecretBytes = 20

/** A new salt for deriving a key. */
export function newSalt(): Buffer {
  return randomBytes(saltBytes)
}

/** A new secret of an authenticator. */
export function newTotpSecret(): Buffer {
  return randomBytes(totpSecretBytes)
}

/** The six digits that an authenticator shows `stepsAhead` steps of 30 seconds after now (RFC 6238). */
export function totpCode(secret: Uint8Array, nowMs: number, stepsAhead = 0): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(nowMs / stepMs) + stepsAhead))
  const mac = createHmac('sha1', secret).update(step).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The enrolment address that an authenticator scans as a QR code. */
export function enrolmentAddress(name: string, secret: Uint8Array): string {
  return `otpauth://totp/Candor:${encodeURIComponent(name)}?secret=${base32(secret)}&issuer=Candor`
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Letters.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('')
}

/** A password that is handed over once: 120 bits, in groups that can be read aloud. */
export function newHandedPassword(): string {
  return (base32(randomBytes(15)).match(/.{4}/g) ?? []).join('-').toLowerCase()
}
