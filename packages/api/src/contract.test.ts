import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import * as contract from './index.ts'
import english from './texts/en.json' with { type: 'json' }
import chinese from './texts/zh.json' with { type: 'json' }

const specificationTexts = [
  'Account disabled',
  'The bank card has been bound',
  'Reached upper limit',
  'This address already exists',
  'Frequent operations',
  'Wrong amount',
  'Insufficient balance',
  'Insufficient USDT balance',
  'Insufficient account balance',
  'Not enough quantity left',
  'Transaction closed',
  'Wrong payment password',
  'The old password is incorrect',
  'This account has been registered',
  'The invitation code does not exist',
  'Wrong mobile number',
  'System error',
  'System timeout',
  'This ID number has been verified',
  'You have submitted it and it is being reviewed',
  'You have been approved',
  'Please wait for review before submitting again',
  'Submission failed',
  'Your account has not completed KYC Certification',
  'You have not yet KYC Certification, or it has not passed',
  'Withdrawal failed',
  'Wrong withdrawal address',
  'Error with bank card withdrawal',
  'There is no information for this business',
  'Your application has not been approved yet, please consult online customer service',
  'Not logged in',
  'Login successful',
  'Exit successfully',
  'Registration successful',
  'Modification successful',
  'Order placed successfully',
  'Swap successful',
  'Added successfully',
  'Submitted successfully and awaiting review',
]

describe('texts', () => {
  it('hold every text of the specification, word for word, and use each of them', () => {
    const used = new Set<string>([...contract.refusalNames.map(contract.refusalTextName), ...contract.successNames])
    const shown = new Set(
      Object.entries(english)
        .filter(([name]) => used.has(name))
        .map(([, text]) => text),
    )
    expect(specificationTexts.filter((text) => !shown.has(text))).toEqual([])
  })

  it('exist for every refusal and success, and no other', () => {
    const needed = [
      ...new Set<string>([...contract.refusalNames.map(contract.refusalTextName), ...contract.successNames]),
    ].sort()
    expect(Object.keys(english).sort()).toEqual(needed)
    expect(Object.keys(chinese).sort()).toEqual(needed)
  })
})

describe('operations', () => {
  it('are exported once each and listed once each', () => {
    const declared: unknown[] = Object.values(contract).filter(
      (value) => typeof value === 'object' && 'path' in value && 'refusals' in value,
    )
    expect(new Set<unknown>(contract.operations)).toEqual(new Set(declared))
    expect(new Set(contract.operations.map(({ path }) => path)).size).toBe(contract.operations.length)
  })

  it('name the gates of their access among their refusals', () => {
    expect(contract.refusalsOf(contract.contractBuy)).toEqual(
      expect.arrayContaining(['kyc-not-completed', 'kyc-not-passed', 'account-disabled', 'invalid']),
    )
    expect(contract.refusalsOf(contract.marketQuotes)).not.toContain('account-disabled')
  })
})

describe('form fields', () => {
  const buy = {
    requestId: '018f4e9c-6f5e-7b57-9c39-9d0f2f0a1b2c',
    symbol: 'BTCUSDT',
    direction: 'up',
    durationMs: '30000',
    stake: '100',
    asset: 'USDT',
    termsVersion: '12',
    seenSlot: '4821',
  }

  it('read numbers from text and from JSON alike', () => {
    expect(safeParse(contract.contractBuy.input, buy).data).toMatchObject({ durationMs: 30_000, seenSlot: 4_821 })
    expect(safeParse(contract.contractBuy.input, { ...buy, durationMs: 30_000 }).data).toMatchObject({
      durationMs: 30_000,
    })
  })

  it.each([
    ['stake', '-1'],
    ['stake', '1e3'],
    ['stake', 'NaN'],
    ['stake', 100],
    ['durationMs', '3.5'],
    ['durationMs', -1],
    ['direction', 'sideways'],
    ['requestId', '1'],
    ['symbol', '__proto__'],
    ['termsVersion', '1 or 1=1'],
  ])('refuse %s = %j', (field, value) => {
    expect(safeParse(contract.contractBuy.input, { ...buy, [field]: value }).success).toBe(false)
  })

  it('take a period that ends after it begins, of at most a leap year', () => {
    const dayMs = 86_400_000
    const period = (days: number) =>
      safeParse(contract.contractPerformance.input, { utcOffsetMinutes: '60', fromMs: dayMs, toMs: (1 + days) * dayMs })
    expect(period(366).success).toBe(true)
    expect(period(0).error?.issues).toMatchObject([{ path: ['toMs'], message: 'too-small' }])
    expect(period(367).error?.issues).toMatchObject([{ path: ['toMs'], message: 'too-large' }])
  })

  it('want both entries of a password equal, and either a mobile number or an e-mail', () => {
    const form = {
      requestId: buy.requestId,
      mobile: '01512345678',
      loginPassword: 'secret1',
      loginPassword2: 'secret1',
      inviteCode: 'ABC',
    }
    expect(safeParse(contract.userRegister.input, form).success).toBe(true)
    expect(safeParse(contract.userRegister.input, { ...form, loginPassword2: 'secret2' }).success).toBe(false)
    expect(safeParse(contract.userRegister.input, { ...form, mobile: undefined }).success).toBe(false)
    expect(safeParse(contract.userRegister.input, { ...form, mobile: '123' }).success).toBe(false)
  })
})
