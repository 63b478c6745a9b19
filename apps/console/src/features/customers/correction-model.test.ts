import { describe, expect, it } from 'vitest'
import { correctionError, plainAmount } from './correction-model.ts'

describe('a correction', () => {
  const form = { amount: '12.50', note: 'booked twice' }

  it('moves something, either way', () => {
    expect(correctionError(form)).toBeNull()
    expect(correctionError({ ...form, amount: '-12.50' })).toBeNull()
    for (const amount of ['', '0', '-0.00', '1,5', '1e3', '12345678901'])
      expect(correctionError({ ...form, amount })).toBe('amount')
  })

  it('says why', () => {
    expect(correctionError({ ...form, note: '  x ' })).toBe('note')
  })

  it('takes the minus of typography for one', () => {
    expect(plainAmount(' \u221212.50 ')).toBe('-12.50')
    expect(correctionError({ ...form, amount: '\u221212.50' })).toBeNull()
  })
})
