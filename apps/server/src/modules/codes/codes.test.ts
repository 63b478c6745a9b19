import { describe, expect, it } from 'vitest'
import { captchaAlphabet } from './captcha-glyphs.ts'
import { drawCaptcha } from './captcha-picture.ts'
import { proofDifficulty } from './captcha.ts'
import { codeMail } from './code-mail.ts'
import { maySend } from './codes.ts'

const minuteMs = 60_000
const nowMs = 1_700_000_000_000
const ago = (...minutes: number[]) => minutes.map((count) => nowMs - count * minuteMs)
interface Circumstances {
  readonly isProven?: boolean
  readonly fromNetworkMs?: number[]
  /** Those of this network, where others have sent to the address, too. */
  readonly ownMs?: number[]
}
const outcome = (toAddressMs: number[], { isProven = false, fromNetworkMs, ownMs }: Circumstances = {}) => {
  const history = {
    toAddressMs,
    toAddressFromNetworkMs: ownMs ?? toAddressMs,
    fromNetworkMs: fromNetworkMs ?? toAddressMs,
  }
  const result = maySend(history, nowMs, isProven)
  return result.ok ? 'sent' : result.error
}

describe('sending a code', () => {
  it('is refused within a minute of the last one, and says how long to wait', () => {
    const lately = [nowMs - 20_000]
    const history = { toAddressMs: lately, toAddressFromNetworkMs: lately, fromNetworkMs: [] }
    expect(maySend(history, nowMs, true)).toEqual({
      ok: false,
      error: 'frequent-operations',
      data: { resendAfterMs: 40_000 },
    })
    expect(outcome([nowMs - 59_999])).toBe('frequent-operations')
    expect(outcome([nowMs - 60_000])).toBe('sent')
  })

  it('asks for a captcha from the third an hour', () => {
    expect(outcome(ago(5))).toBe('sent')
    expect(outcome(ago(5, 10))).toBe('captcha-required')
    expect(outcome(ago(5, 10), { isProven: true })).toBe('sent')
    expect(outcome(ago(5, 60))).toBe('sent')
  })

  it('ends at a dozen a day, captcha or not', () => {
    const spread = ago(...Array.from({ length: 12 }, (_, index) => 70 + index * 60))
    expect(outcome(spread, { isProven: true })).toBe('frequent-operations')
    expect(outcome(spread.slice(1), { isProven: true })).toBe('sent')
  })

  it('neither waits for the codes that other networks request, nor ends with them', () => {
    const others = [nowMs - 1_000, ...ago(...Array.from({ length: 38 }, (_, index) => 70 + index * 30))]
    expect(outcome(others, { isProven: true, ownMs: [] })).toBe('sent')
    expect(outcome([...others, nowMs - 59_999], { isProven: true, ownMs: [nowMs - 59_999] })).toBe(
      'frequent-operations',
    )
  })

  it('ends at forty a day from all networks together', () => {
    const others = ago(...Array.from({ length: 40 }, (_, index) => 70 + index * 30))
    expect(outcome(others, { isProven: true, ownMs: [] })).toBe('frequent-operations')
    expect(outcome(others.slice(1), { isProven: true, ownMs: [] })).toBe('sent')
  })

  it('asks a network that mails many addresses for a captcha', () => {
    const fromNetworkMs = Array.from({ length: 20 }, () => nowMs - minuteMs)
    expect(outcome([], { fromNetworkMs })).toBe('captcha-required')
    expect(outcome([], { fromNetworkMs: fromNetworkMs.slice(1) })).toBe('sent')
    expect(outcome([], { fromNetworkMs, isProven: true })).toBe('sent')
  })
})

describe('the mail with a code', () => {
  it('is written in the reader’s language', () => {
    expect(codeMail('012345', 'register', 'en').text).toContain('Your code: 012345')
    expect(codeMail('012345', 'register', 'zh').text).toMatch(/您的验证码.*012345/)
  })
})

describe('the captcha', () => {
  it('has no characters that look alike', () => {
    for (const pair of ['O0', 'QO', 'D0', '1I', 'IL', '2Z', '5S', '6G', '8B', 'UV']) {
      expect({ pair, both: pair.split('').every((character) => captchaAlphabet.includes(character)) }).toEqual({
        pair,
        both: false,
      })
    }
    expect(captchaAlphabet).toBe(captchaAlphabet.toUpperCase())
  })

  it('is a PNG that differs with its text and with chance', async () => {
    const middle = () => 0.5
    const first = await drawCaptcha('ACE347', middle)
    expect(first.subarray(1, 4).toString()).toBe('PNG')
    expect(first.equals(await drawCaptcha('ACE347', middle))).toBe(true)
    expect(first.equals(await drawCaptcha('ACE349', middle))).toBe(false)
    expect(first.equals(await drawCaptcha('ACE347', Math.random))).toBe(false)
  })

  it('asks more work of a network that asks for many, up to a bound', () => {
    expect([1, 6, 7, 12, 13, 31, 10_000].map(proofDifficulty)).toEqual([
      30_000, 30_000, 60_000, 60_000, 120_000, 960_000, 960_000,
    ])
  })
})
