import { describe, expect, it } from 'vitest'
import { mergedQuotes } from './subscriptions.ts'

describe('the one quotes subscription', () => {
  it('is the least that serves all', () => {
    expect(mergedQuotes([])).toBeNull()
    expect(mergedQuotes([{ category: 'forex' }])).toEqual({ category: 'forex' })
    expect(mergedQuotes([{ category: 'forex' }, { category: 'forex' }])).toEqual({ category: 'forex' })
    expect(mergedQuotes([{ symbols: ['A'] }, { symbols: ['B', 'A'] }])).toEqual({ symbols: ['A', 'B'] })
  })

  it('is everything where the wishes have nothing in common', () => {
    expect(mergedQuotes([{ category: 'forex' }, { symbols: ['GOLD'] }])).toEqual({})
    expect(mergedQuotes([{ category: 'forex' }, { category: 'crypto' }])).toEqual({})
    expect(mergedQuotes([{}, { symbols: ['GOLD'] }])).toEqual({})
  })
})
