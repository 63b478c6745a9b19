import { describe, expect, it } from 'vitest'
import { formatCount, formatMoney, formatPercent, formatPrice, formatVolume, moneyParts } from './numbers.ts'

const noBreakSpace = '\u00A0'
const minus = '\u2212'

describe('money', () => {
  it('always shows two decimals', () => {
    expect(formatMoney('en-GB', '12480')).toBe('12,480.00')
    expect(formatMoney('en-GB', '0.5')).toBe('0.50')
  })

  it('cuts digits beyond the second, so that it never shows more than there is', () => {
    expect(formatMoney('en-GB', '0.009999')).toBe('0.00')
    expect(formatMoney('en-GB', '1.999999')).toBe('1.99')
  })

  it('keeps every digit of a number that a float would lose', () => {
    expect(formatMoney('en-GB', '90071992547409931.07')).toBe('90,071,992,547,409,931.07')
  })

  it('writes the minus of typography and the code after a narrow space', () => {
    expect(formatMoney('en-GB', '-101', 'USDT')).toBe(`${minus}101.00${noBreakSpace}USDT`)
  })

  it('signs results, but not zero', () => {
    expect(formatMoney('en-GB', '84', undefined, 'result')).toBe('+84.00')
    expect(formatMoney('en-GB', '-101', undefined, 'result')).toBe(`${minus}101.00`)
    expect(formatMoney('en-GB', '0', undefined, 'result')).toBe('0.00')
  })

  it('writes all decimals of a result below a cent, and of no other', () => {
    const results = ['0.001234', '-0.0099', '0.000001', '0.000000', '0.0100', '1.009999']
    expect(results.map((text) => formatMoney('en-GB', text, undefined, 'result'))).toEqual([
      '+0.001234',
      `${minus}0.0099`,
      '+0.000001',
      '0.00',
      '+0.01',
      '+1.00',
    ])
  })

  it('does not sign a balance', () => {
    expect(formatMoney('en-GB', '84')).toBe('84.00')
  })

  it('gives the decimals apart, to be dimmed', () => {
    expect(moneyParts('de-DE', '15684.77')).toEqual({ whole: '15.684', decimals: ',77' })
    expect(moneyParts('en-GB', '-500')).toEqual({ whole: `${minus}500`, decimals: '.00' })
  })

  it('refuses what is not a decimal', () => {
    expect(() => formatMoney('en-GB', '1e3')).toThrow('not a decimal')
    expect(() => formatMoney('en-GB', '')).toThrow('not a decimal')
  })
})

describe('prices', () => {
  it('show all official decimals, trailing zeros included', () => {
    expect(formatPrice('en-GB', '4078.4', 2)).toBe('4,078.40')
    expect(formatPrice('en-GB', '1.1050')).toBe('1.1050')
  })

  it('may be negative', () => {
    expect(formatPrice('en-GB', '-37.63', 2)).toBe(`${minus}37.63`)
  })
})

describe('percentages', () => {
  it('take percent as they come and place the sign as the locale does', () => {
    expect(formatPercent('en-GB', '54.6', { decimals: 1 })).toBe('54.6%')
    expect(formatPercent('de-DE', '54.6', { decimals: 1 }).replace(/\s/g, ' ')).toBe('54,6 %')
  })

  it('sign changes', () => {
    expect(formatPercent('en-GB', '0.62', { decimals: 2, sign: 'result' })).toBe('+0.62%')
    expect(formatPercent('en-GB', '-1.38', { decimals: 2, sign: 'result' })).toBe(`${minus}1.38%`)
  })
})

describe('other numbers', () => {
  it('shortens volumes only', () => {
    expect(formatVolume('zh-CN', '182400')).toBe('18.2万')
    expect(formatCount('en-GB', 48210633)).toBe('48,210,633')
  })
})
