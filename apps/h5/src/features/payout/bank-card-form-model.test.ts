import { payoutAddBankCard } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import { bankCardErrors, bankCardInput, emptyBankCard } from './bank-card-form-model.ts'
import type { BankCardForm } from './bank-card-form-model.ts'

const texts = {
  bankName: ' Musterbank Hamburg ',
  country: 'DE',
  holder: 'Lena Musterfrau',
  number: 'DE89 3704 0044 0532 0130 00',
  bankCode: '',
  bankAddress: '',
}
const form = (over: Partial<BankCardForm['texts']> = {}): BankCardForm => ({
  ...emptyBankCard,
  texts: { ...texts, ...over },
})
const requestId = '018f4e9c-6f5e-7b57-9c39-9d0f2f0a1b2c'

describe('the form of a bank card', () => {
  it('wants bank, country, holder and number; code and address only where somebody has them', () => {
    expect(bankCardErrors(emptyBankCard)).toEqual({
      bankName: 'required',
      country: 'required',
      holder: 'required',
      number: 'required',
    })
    expect(bankCardErrors(form())).toEqual({})
  })

  it.each([
    ['number', 'DE89 3704 0044 0532 0130 01', 'wrong-format'],
    ['number', '4111111111111112', 'wrong-format'],
    ['bankName', 'X', 'too-short'],
    ['bankCode', 'A B', 'wrong-format'],
    ['bankAddress', 'x', 'too-short'],
  ] as const)('finds %s = %j wrong', (field, text, error) => {
    expect(bankCardErrors(form({ [field]: text }))).toEqual({ [field]: error })
  })

  it.each([
    ['bankName', 'ab', 'a'],
    ['bankName', 'a'.repeat(80), 'a'.repeat(81)],
    ['holder', 'ab', 'a'],
    ['number', '12345', '1234'],
    ['number', '1'.repeat(34), ''],
    ['bankCode', 'abc', 'ab'],
    ['bankCode', 'a'.repeat(15), 'a'.repeat(16)],
    ['bankAddress', 'ab', 'a'],
    ['bankAddress', 'a'.repeat(160), 'a'.repeat(161)],
  ] as const)('takes %s as the contract does: %j, but not %j', (field, good, bad) => {
    const taken = (text: string) =>
      safeParse(payoutAddBankCard.input, {
        ...bankCardInput(form({ [field]: text }), requestId),
        paymentPassword: '481516',
      }).success
    expect([taken(good), bankCardErrors(form({ [field]: good }))]).toEqual([true, {}])
    expect([taken(bad), Object.keys(bankCardErrors(form({ [field]: bad })))]).toEqual([false, [field]])
  })

  it('goes onto the wire as the contract takes it, without what is empty', () => {
    const input = bankCardInput(form(), requestId)
    expect(input).toEqual({
      requestId,
      bankName: 'Musterbank Hamburg',
      country: 'DE',
      holder: 'Lena Musterfrau',
      number: 'DE89370400440532013000',
    })
    expect(safeParse(payoutAddBankCard.input, { ...input, paymentPassword: '481516' }).success).toBe(true)
    expect(bankCardInput(form({ bankCode: 'DEUTDEFF' }), requestId)).toMatchObject({ bankCode: 'DEUTDEFF' })
  })
})
