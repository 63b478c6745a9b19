import { describe, expect, it } from 'vitest'
import { backoffMs, mergedQuotes } from './subscriptions.ts'

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

describe('the wait before a reconnect', () => {
  it('doubles from half a second to fifteen, half of it by chance', () => {
    expect(backoffMs(0, 0)).toBe(250)
    expect(backoffMs(0, 1)).toBe(500)
    expect(backoffMs(3, 1)).toBe(4_000)
    expect(backoffMs(50, 1)).toBe(15_000)
  })
})
