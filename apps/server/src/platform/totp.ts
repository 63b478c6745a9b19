import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000
const digits = 6

/** Bytes in base32 (RFC 4648) without padding, as authenticator apps take them. */
export function base32Of(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('')
}

/** The time step of an instant. */
export function stepOf(atMs: number): number {
  return Math.floor(atMs / stepMs)
}

/** The code of a step: RFC 6238 with SHA-1 and six digits, which every authenticator app supports. */
export function totpAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step of a code: the current one, or one before or after, because clocks differ. Null for any other code. */
export function matchingStep(secret: Uint8Array, code: string, atMs: number): number | null {
  const now = stepOf(atMs)
  return [now, now - 1, now + 1].find((step) => totpAt(secret, step) === code) ?? null
}

/** The code that an authenticator shows at a time, or some steps after it. */
export function totpCode(secret: Uint8Array, atMs: number, stepsAhead = 0): string {
  return totpAt(secret, stepOf(atMs) + stepsAhead)
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri(secret: string, account: string): string {
  const label = `Candor:${account}`
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=Candor&algorithm=SHA1&digits=${digits}&period=${stepMs / 1_000}`
}
