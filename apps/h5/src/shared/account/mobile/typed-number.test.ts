import { describe, expect, it } from 'vitest'
import { callingCodeIn, callingCodeOf, callingCodes } from './calling-codes.ts'
import { digitsOf, startedNumber, typedNumber } from './typed-number.ts'

const german = startedNumber('', '49')
const typed = (text: string, before = german) => typedNumber(before, text)

describe('a mobile number', () => {
  it('has the chosen calling code in the digits of the wire, and no plus', () => {
    expect(digitsOf(typed('1512 3456789'))).toBe('4915123456789')
    expect(digitsOf(german)).toBe('')
  })

  it('loses the zero that is only for calls within the country, except in Italy', () => {
    expect(digitsOf(typed('0151-2345678'))).toBe('491512345678')
    expect(digitsOf({ code: '39', text: '0612345678' })).toBe('390612345678')
  })

  it.each(['+44 7700 900123', '0044 7700 900123', '+44 (0)7700 900123'])(
    'brings its calling code along: %s',
    (text) => {
      expect(typed(text).code).toBe('44')
      expect(digitsOf(typed(text))).toBe('447700900123')
    },
  )

  it('keeps what is typed while the calling code is not complete', () => {
    expect(typed('+')).toEqual({ code: '49', text: '+' })
    expect(typed('+3')).toEqual({ code: '49', text: '+3' })
    expect(typed('+35')).toEqual({ code: '49', text: '+35' })
    expect(typed('+351')).toEqual({ code: '351', text: '' })
  })

  it('is whole where it is too long with the calling code', () => {
    expect(typed('4915123456789', startedNumber('', '44'))).toEqual({ code: '49', text: '15123456789' })
    expect(digitsOf(typed('999999999999999999'))).toHaveLength(13)
  })

  it('is taken apart again where it is known already', () => {
    expect(startedNumber('4915123456789', '1')).toEqual({ code: '49', text: '15123456789' })
    expect(startedNumber('6591234567', '1')).toEqual({ code: '65', text: '91234567' })
    const without = startedNumber('0151234567', '1')
    expect([without.text, digitsOf(without)]).toEqual(['+0151234567', '0151234567'])
  })
})

describe('calling codes', () => {
  it('are none the start of another one, so the first digits name one', () => {
    for (const { code } of callingCodes) expect(callingCodeOf(`${code}9`)).toBe(code)
    expect(callingCodeOf('999')).toBeNull()
  })

  it('are there for every country of the identity check and each language', () => {
    const regions = new Set(callingCodes.map(({ region }) => region))
    expect(regions.size).toBe(callingCodes.length)
    expect(['en-GB', 'en', 'pt', 'es', 'de', 'fr', 'vi', 'zh', 'ko', 'ja'].map(callingCodeIn)).toEqual([
      '44',
      '1',
      '55',
      '34',
      '49',
      '33',
      '84',
      '86',
      '82',
      '81',
    ])
  })
})
