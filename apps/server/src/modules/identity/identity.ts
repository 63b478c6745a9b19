import { randomInt } from 'node:crypto'
import { mobilePattern } from '@candor/api'
import { dayMs } from '@candor/formulas'

export const idleLimitMs = 30 * dayMs

/** The age at which a session ends however often it is used: a stolen token must not live for ever. */
const ageLimitMs = 90 * dayMs

/** The limits that a session valid now was used and opened after. */
export interface SessionLimits {
  readonly usedSinceMs: number
  readonly openedSinceMs: number
}

/** The limits of sessions at a time. */
export function sessionLimits(nowMs: number): SessionLimits {
  return { usedSinceMs: nowMs - idleLimitMs, openedSinceMs: nowMs - ageLimitMs }
}

/** The contact a customer registers and logs in with. */
export interface Contact {
  readonly mobile: string | null
  /** In lower case. */
  readonly email: string | null
}

/** Parses an account as typed. Null when it is neither a mobile number nor an e-mail. */
export function contactOf(account: string): Contact | null {
  const text = account.trim().toLowerCase()
  if (mobilePattern.test(text)) return { mobile: text, email: null }
  return text.includes('@') ? { mobile: null, email: text } : null
}

/** An account number of eight digits, not yet known to be unused. */
export function newPublicId(): string {
  return String(randomInt(10_000_000, 100_000_000))
}

const inviteAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** An invitation code without look-alikes, a customer's of six characters; not yet known to be unused. */
export function newInviteCode(length = 6): string {
  return Array.from({ length }, () => inviteAlphabet.charAt(randomInt(inviteAlphabet.length))).join('')
}

/** Invitation codes are read aloud and typed: case and spaces around them do not matter. */
export function inviteCodeOf(text: string): string {
  return text.trim().toUpperCase()
}

/** The device as it names itself, fit for a list: one line, at most 200 characters. */
export function deviceOf(userAgent: string): string {
  return userAgent
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
