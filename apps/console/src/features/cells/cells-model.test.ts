import { describe, expect, it } from 'vitest'
import { clearingState, placeInCell, wholeAccount } from './cells-model.ts'

const figures = (usd: string, underWay: number) => ({
  customers: 1,
  usd: '5',
  usdt: '0',
  clearing: { usd, usdt: '0' },
  underWay,
})
const cell = (number: number, isAway = false) => ({
  cell: number,
  console: `http://127.0.0.1:80${number}1`,
  hasNewestTerms: true,
  responds: !isAway,
  figures: isAway ? null : figures('0', 0),
})

describe('the clearing accounts of all cells', () => {
  const state = (usd: string, underWay: number, isAway = false) =>
    clearingState({ cells: [cell(1), cell(2, isAway)], all: figures(usd, underWay) })

  it('sum to zero, or are open while something is under way', () => {
    expect(state('0', 0)).toBe('zero')
    expect(state('0', 1)).toBe('zero')
    expect(state('-12.5', 1)).toBe('open')
  })

  it('differ where nothing is under way', () => {
    expect(state('-12.5', 0)).toBe('differs')
  })

  it('are unknown while a cell is away', () => {
    expect(state('0', 0, true)).toBe('unknown')
  })
})

it('looks for an account number once it is whole', () => {
  expect(wholeAccount('2041 1890')).toBe('20411890')
  expect(wholeAccount('2041189')).toBeNull()
  expect(wholeAccount('anna@example.com')).toBeNull()
})

it('leads to the console of a cell, and stays here for this cell', () => {
  expect(placeInCell(cell(2), 1, '#/withdrawals/5')).toBe('http://127.0.0.1:8021/#/withdrawals/5')
  expect(placeInCell(cell(1), 1, '#/withdrawals/5')).toBe('#/withdrawals/5')
  expect(placeInCell({ cell: 2, console: null }, 1, '#/withdrawals/5')).toBeNull()
})
