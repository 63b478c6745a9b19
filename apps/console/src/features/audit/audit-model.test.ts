import { describe, expect, it } from 'vitest'
import { filterForm, isFilterWrong, noFilter, placeOfSubject } from './audit-model.ts'

describe('the filter of the audit', () => {
  it('sends what is whole, and leaves out what is empty', () => {
    expect(filterForm(noFilter)).toEqual({})
    expect(filterForm({ ...noFilter, action: ' kyc.decide ', subject: 'kyc:45' })).toEqual({
      action: 'kyc.decide',
      subject: 'kyc:45',
    })
  })

  it('waits for the rest of what is being typed, and says so', () => {
    const typing = { ...noFilter, subject: 'kyc:' }
    expect(filterForm(typing)).toEqual({})
    expect(isFilterWrong(typing)).toBe(true)
    expect(isFilterWrong({ ...typing, subject: 'kyc:4' })).toBe(false)
    expect(isFilterWrong({ ...noFilter, action: 'Drop Table' })).toBe(true)
  })
})

it('leads from a row to what it is about', () => {
  expect(placeOfSubject('kyc:45')).toEqual({ screen: 'reviews', id: '45' })
  expect(placeOfSubject('withdrawal:1')).toEqual({ screen: 'withdrawals', id: '1' })
  expect(placeOfSubject('customer:7')).toEqual({ screen: 'customers', id: '7' })
  expect(placeOfSubject('operator:7')).toBeNull()
  expect(placeOfSubject('')).toBeNull()
})
