import { describe, expect, it } from 'vitest'
import { parseSymbols, withFirst, withSymbol } from './symbol-list.ts'

describe('a list of symbols', () => {
  it('is read from storage, each symbol once, and nonsense is none', () => {
    expect(parseSymbols('GOLD,BTCUSDT,GOLD')).toEqual(['GOLD', 'BTCUSDT'])
    for (const text of ['', 'gold', 'GOLD,', '<b>', '{"a":1}']) expect(parseSymbols(text)).toEqual([])
  })

  it('has what was opened last in front, once, and forgets the oldest', () => {
    expect(withFirst(['A', 'B', 'C'], 'B', 3)).toEqual(['B', 'A', 'C'])
    expect(withFirst(['A', 'B', 'C'], 'D', 3)).toEqual(['D', 'A', 'B'])
  })

  it('gains a favourite at its end, once, and loses it', () => {
    expect(withSymbol(['A'], 'B', true)).toEqual(['A', 'B'])
    expect(withSymbol(['A', 'B'], 'A', true)).toEqual(['A', 'B'])
    expect(withSymbol(['A', 'B'], 'A', false)).toEqual(['B'])
    expect(withSymbol(['A'], 'B', false)).toEqual(['A'])
  })
})
