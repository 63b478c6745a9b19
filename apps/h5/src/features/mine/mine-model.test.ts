import { describe, expect, it } from 'vitest'
import { accountName, groupedId, initialsOf } from './mine-model.ts'

describe('the account', () => {
  it('is named by its e-mail address, or by its mobile number with the middle hidden', () => {
    expect(accountName({ id: '44710928', email: 'lena@posteo.de', mobile: '15123456789' })).toBe('lena@posteo.de')
    expect(accountName({ id: '44710928', email: null, mobile: '15123456789' })).toBe('151••••789')
    expect(accountName({ id: '44710928', email: null, mobile: null })).toBe('44710928')
  })

  it('is read out in groups of four', () => {
    expect(groupedId('44710928')).toBe('4471\u00A00928')
    expect(groupedId('123')).toBe('123')
  })

  it('has letters, or the end of its number, for a picture', () => {
    expect(initialsOf({ id: '44710928', email: 'lena@posteo.de' })).toBe('LE')
    expect(initialsOf({ id: '44710928', email: null })).toBe('28')
  })
})
