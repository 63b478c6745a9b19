import { plainNumber } from '@candor/api'
import { describe, expect, it } from 'vitest'
import {
  birthDateRange,
  firstKycForm,
  identityDraftOf,
  identityErrors,
  sampleBirthDate,
  sampleNumber,
} from './kyc-form-model.ts'
import type { IdentityField } from './kyc-form-model.ts'

const nowMs = Date.UTC(2030, 5, 15, 12)
const sound = {
  country: 'DE',
  documentType: 'id-card',
  name: 'Lena Musterfrau',
  birthDate: '1990-01-31',
  number: 'L01X 00T-47',
}
const filled = (change: Partial<Record<IdentityField, string>>) => {
  const form = firstKycForm(null, null)
  return { ...form, texts: { ...form.texts, ...sound, ...change } }
}

describe('the form of the identity check', () => {
  it('is a draft once it is complete', () => {
    expect(identityDraftOf(filled({}), nowMs)).toEqual(sound)
    expect(identityDraftOf(filled({ name: '' }), nowMs)).toBeNull()
    expect(identityDraftOf(filled({ birthDate: '2012-06-16' }), nowMs)).toBeNull()
  })

  it.each<[Partial<Record<IdentityField, string>>, object]>([
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
    [{ birthDate: '' }, { birthDate: 'required' }],
    [{ birthDate: '31.01.1990' }, { birthDate: 'wrong-format' }],
    [{ birthDate: '1990-02-30' }, { birthDate: 'wrong-format' }],
    [{ birthDate: '1899-12-31' }, { birthDate: 'too-small' }],
    [{ birthDate: '1900-01-01' }, {}],
    [{ birthDate: '2012-06-15' }, {}],
    [{ birthDate: '2012-06-16' }, { birthDate: 'refused' }],
  ])('with %j has the errors %j', (change, errors) => {
    expect(identityErrors(filled(change), nowMs)).toEqual(errors)
  })

  it('begins with what was typed before', () => {
    expect(firstKycForm(identityDraftOf(filled({}), nowMs), null).texts).toEqual(sound)
  })
})

describe('a date field for birth dates', () => {
  it('offers the days from 1900 to the 18th birthday of today', () => {
    expect(birthDateRange(nowMs)).toEqual({ min: '1900-01-01', max: '2012-06-15' })
  })
})

describe('a sample birth date', () => {
  it.each([0, 0.5, 0.999])('is accepted (%d)', (drawn) => {
    expect(identityErrors(filled({ birthDate: sampleBirthDate(() => drawn) }), nowMs)).toEqual({})
  })
})

describe('a sample number', () => {
  it.each([null, 9, 13])('fits a length of %j', (length) => {
    const number = sampleNumber(length, () => 0.999)
    expect(plainNumber(number)).toHaveLength(length ?? 9)
    expect(number).toMatch(/^[A-Z]\d+$/)
  })
})
