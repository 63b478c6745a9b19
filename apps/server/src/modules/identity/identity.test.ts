import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTokenText, newToken, tokenHash } from '../../platform/token.ts'
import { contactOf, deviceOf, inviteCodeOf, newInviteCode, newPublicId } from './identity.ts'
import { mayAttempt } from './login-attempts.ts'
import type { AttemptKind } from './login-attempts.ts'

describe('an account as somebody types it', () => {
  it.each([
    ['4915112345678', { mobile: '4915112345678', email: null }],
    [' 4915112345678 ', { mobile: '4915112345678', email: null }],
    ['Ann@Example.org', { mobile: null, email: 'ann@example.org' }],
    ['123456789', null],
    ['12345678901234', null],
    ['ann', null],
    ['', null],
  ])('%j is read as %j', (typed, contact) => {
    expect(contactOf(typed)).toEqual(contact)
  })
})

describe('what is drawn by chance', () => {
  it('gives tokens of 256 bits that differ, and that are recognised as tokens', () => {
    const tokens = Array.from({ length: 1_000 }, newToken)
    expect(new Set(tokens).size).toBe(1_000)
    expect(tokens.every((token) => isTokenText(token) && Buffer.from(token, 'base64url').length === 32)).toBe(true)
  })

  it('gives account numbers of eight digits and invitation codes without look-alikes', () => {
    for (let draw = 0; draw < 1_000; draw += 1) {
      expect(newPublicId()).toMatch(/^[1-9]\d{7}$/)
      expect(newInviteCode()).toMatch(/^[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{6}$/)
    }
  })

  it('hashes a token so that the hash does not contain it', () => {
    const token = newToken()
    expect(tokenHash(token)).toHaveLength(32)
    expect(tokenHash(token).equals(Buffer.from(token, 'base64url'))).toBe(false)
  })
})

describe('texts from outside', () => {
  it('takes only what can be a token for one', () => {
    fc.assert(fc.property(fc.string(), (text) => !isTokenText(text)))
    expect(isTokenText(`${newToken()}\n`)).toBe(false)
  })

  it('keeps device names to one short line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        (text) => deviceOf(text).length <= 200 && !/\p{Cc}/u.test(deviceOf(text)),
      ),
    )
  })

  it('reads invitation codes in any case', () => {
    expect(inviteCodeOf(' abc234 ')).toBe('ABC234')
  })
})

describe('an attempt to log in', () => {
  const nowMs = 1_700_000_000_000
  const outcome = (failures: number, agoMs: number, isProven = false, kind: AttemptKind = 'account') => {
    const result = mayAttempt(kind, { failures, lastMs: nowMs - agoMs }, { nowMs, isProven })
    return result.ok ? 'allowed' : result.error
  }

  it('needs a captcha after five failures', () => {
    expect(outcome(4, 0)).toBe('allowed')
    expect(outcome(5, 0)).toBe('captcha-required')
    expect(outcome(5, 0, true)).toBe('allowed')
  })

  it.each([
    ['account-network', 900_000],
    ['device', 30_000],
  ] as const)('waits twice as long with each failure after ten of its %s, even with a captcha', (kind, longestMs) => {
    const proven = (failures: number, agoMs: number) => outcome(failures, agoMs, true, kind)
    expect(proven(9, 0)).toBe('allowed')
    expect([proven(10, 999), proven(10, 1_000)]).toEqual(['frequent-operations', 'allowed'])
    expect([proven(12, 3_999), proven(12, 4_000)]).toEqual(['frequent-operations', 'allowed'])
    expect([proven(1_000, longestMs - 1), proven(1_000, longestMs)]).toEqual(['frequent-operations', 'allowed'])
  })

  it('waits for failures from elsewhere only after a hundred, and at most three minutes', () => {
    expect(outcome(99, 0, true)).toBe('allowed')
    expect([outcome(100, 999, true), outcome(100, 1_000, true)]).toEqual(['frequent-operations', 'allowed'])
    expect([outcome(9_999, 179_999, true), outcome(9_999, 180_000, true)]).toEqual(['frequent-operations', 'allowed'])
  })

  it('starts afresh an hour after the last failure', () => {
    expect(outcome(8, 60 * 60_000 - 1)).toBe('captcha-required')
    expect(outcome(8, 60 * 60_000)).toBe('allowed')
  })

  it('gives a network more room, and then longer waits', () => {
    expect(outcome(29, 0, false, 'network')).toBe('allowed')
    expect(outcome(30, 0, false, 'network')).toBe('captcha-required')
    expect(outcome(1_000, 14 * 60_000, true, 'network')).toBe('frequent-operations')
  })
})
