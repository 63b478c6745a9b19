import { expect, it } from 'vitest'
import { placeOfLine } from './line-place.ts'

const line = { withdrawalId: null, rechargeId: null, saleId: null }

it('leads from a line of a statement to its record', () => {
  expect(placeOfLine({ ...line, withdrawalId: '5' })).toEqual({ kind: 'withdrawal', screen: 'withdrawals', id: '5' })
  expect(placeOfLine({ ...line, rechargeId: '6' })).toEqual({ kind: 'recharge', screen: 'recharges', id: '6' })
  expect(placeOfLine({ ...line, saleId: '7' })).toEqual({ kind: 'sale', screen: 'floor', id: '7' })
  expect(placeOfLine(line)).toBeNull()
})
