import { plainNumber } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { draftOf, firstKycForm, kycErrors, sampleNumber } from './kyc-form-model.ts'
import type { KycField } from './kyc-form-model.ts'

const sound = { country: 'DE', documentType: 'id-card', name: 'Lena Musterfrau', number: 'L01X 00T-47' }
const filled = (change: Partial<Record<KycField, string>>) => {
  const form = firstKycForm(null, null)
  return { ...form, texts: { ...form.texts, ...sound, ...change } }
}

describe('the form of the identity check', () => {
  it('is a draft once it is complete', () => {
    expect(draftOf(filled({}))).toEqual(sound)
    expect(draftOf(filled({ name: '' }))).toBeNull()
  })

  it.each<[Partial<Record<KycField, string>>, object]>([
    [{}, {}],
    [{ country: '' }, { country: 'required' }],
    [{ country: 'XX' }, { country: 'required' }],
    [{ name: ' ' }, { name: 'required' }],
    [{ name: 'L' }, { name: 'too-short' }],
    [{ name: 'Lena 2' }, { name: 'wrong-format' }],
    [{ name: '김서연' }, {}],
    [{ name: 'João d’Ávila-Pereira' }, {}],
    [{ number: 'L01X00T4' }, { number: 'too-short' }],
    [{ number: 'L01X00T477' }, { number: 'too-long' }],
    [{ number: 'L01X00T4é' }, { number: 'wrong-format' }],
    [{ number: 'L01X00T477', documentType: 'passport' }, {}],
    [{ number: '12-3', country: 'US' }, { number: 'too-short' }],
  ])('with %j has the errors %j', (change, errors) => {
    expect(kycErrors(filled(change))).toEqual(errors)
  })

  it('begins with what was typed before', () => {
    expect(firstKycForm(draftOf(filled({})), null).texts).toEqual(sound)
  })
})

describe('a sample number', () => {
  it.each([null, 9, 13])('fits a length of %j', (length) => {
    const number = sampleNumber(length, () => 0.999)
    expect(plainNumber(number)).toHaveLength(length ?? 9)
    expect(number).toMatch(/^[A-Z]\d+$/)
  })
})
