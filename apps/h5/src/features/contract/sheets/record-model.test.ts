import { expect, test } from 'vitest'
import { winRate } from './record-model.ts'

test('counts wins among what was won or lost, and says how many ties it left out', () => {
  expect(winRate({ won: 14, lost: 16, tie: 0 })).toEqual({ permille: 467, ties: 0 })
  expect(winRate({ won: 14, lost: 14, tie: 2 })).toEqual({ permille: 500, ties: 2 })
})

test('says nothing without enough contracts, or with nothing but ties', () => {
  expect(winRate(null)).toBeNull()
  expect(winRate({ won: 0, lost: 0, tie: 30 })).toBeNull()
})
