import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { birthDateError, isOfAge, latestBirthDate } from './kyc-documents.ts'
import { kycSubmit } from './kyc.ts'

const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`)

describe('a birth date', () => {
  it.each([
    ['1990-01-31', null],
    ['1900-01-01', null],
    ['1899-12-31', 'too-small'],
    ['0001-01-01', 'too-small'],
    ['2000-02-29', null],
    ['1900-02-29', 'wrong-format'],
    ['1990-02-30', 'wrong-format'],
    ['1990-13-01', 'wrong-format'],
    ['1990-1-31', 'wrong-format'],
    ['31.01.1990', 'wrong-format'],
    ['1990-01-31T00:00', 'wrong-format'],
    ['+012345-01-01', 'wrong-format'],
    ['', 'wrong-format'],
  ])('%j has the error %j, also in a submission', (birthDate, error) => {
    expect(birthDateError(birthDate)).toBe(error)
    const photo = new File(['photo'], 'photo.jpg')
    const parsed = z.safeParse(kycSubmit.input, {
      requestId: '9f5f9b1a-5f0e-4c57-9a43-0d6f7e1f0a11',
      country: 'DE',
      documentType: 'id-card',
      name: 'Lena Musterfrau',
      birthDate,
      number: 'L01X00T47',
      front: photo,
      back: photo,
    })
    const issues = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join()} ${message}`)
    expect(issues).toEqual(error === null ? [] : [`birthDate ${error}`])
  })

  it('makes a person of age from the 18th birthday on', () => {
    const now = noonOf('2030-06-15')
    expect(latestBirthDate(now)).toBe('2012-06-15')
    expect(isOfAge('2012-06-15', now)).toBe(true)
    expect(isOfAge('2012-06-16', now)).toBe(false)
    expect(isOfAge('2031-01-01', now)).toBe(false)
  })

  it('on the 29th of February makes a person of age on the 1st of March', () => {
    expect(isOfAge('2012-02-29', noonOf('2030-02-28'))).toBe(false)
    expect(isOfAge('2012-02-29', noonOf('2030-03-01'))).toBe(true)
  })
})
