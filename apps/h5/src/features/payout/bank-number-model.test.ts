import { describe, expect, it } from 'vitest'
import { countryOfNumber, groupedNumber, ibanOf, numberVerdict } from './bank-number-model.ts'

describe('a bank number while it is typed', () => {
  it('is shown in groups of four capitals and digits, however it was typed or pasted', () => {
    expect(groupedNumber('de89-3704 0044\t0532013000')).toBe('DE89 3704 0044 0532 0130 00')
    expect(groupedNumber('DE89 3704')).toBe('DE89 3704')
    expect(groupedNumber('')).toBe('')
  })

  it('is an IBAN once its check digits fit, and none while they do not', () => {
    expect(numberVerdict('DE89 3704 0044 0532 0130 00')).toBe('iban')
    expect(numberVerdict('GB29NWBK60161331926819')).toBe('iban')
    expect(numberVerdict('DE89 3704 0044 0532 0130 01')).toBe('not-iban')
    expect(numberVerdict('DE89 3704 0044')).toBe('open')
  })

  it('is a card number by its last digit, and an account number of another length is left alone', () => {
    expect(numberVerdict('4111 1111 1111 1111')).toBe('card')
    expect(numberVerdict('4111 1111 1111 1112')).toBe('not-card')
    expect(numberVerdict('1234 5678 9012')).toBe('open')
    expect(numberVerdict('')).toBe('open')
  })

  it('names the country by the first letters of its IBAN', () => {
    expect(countryOfNumber('de89')).toBe('DE')
    expect(countryOfNumber('de8')).toBeNull()
    expect(countryOfNumber('4111111111111111')).toBeNull()
  })

  it('of nobody is made with check digits that fit', () => {
    expect(ibanOf('DE', '370400440532013000')).toBe('DE89370400440532013000')
    expect(numberVerdict(ibanOf('DE', '000000000000000001'))).toBe('iban')
  })
})
