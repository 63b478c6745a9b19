import { describe, expect, test } from 'vitest'
import { firstOpenCategory } from './categories.ts'

describe('the category of a first visit', () => {
  const listed = (futures: 'open' | 'closed', forex: 'open' | 'stale' | 'closed', crypto: 'open' | 'closed') =>
    firstOpenCategory([
      { category: 'crypto', state: crypto },
      { category: 'futures', state: 'closed' },
      { category: 'futures', state: futures },
      { category: 'forex', state: forex },
    ])

  test('is the first one with an open market, in the order of the tabs', () => {
    expect(listed('open', 'open', 'open')).toBe('futures')
    expect(listed('closed', 'open', 'open')).toBe('forex')
    expect(listed('closed', 'stale', 'open')).toBe('crypto')
  })

  test('is futures while everything is closed', () => {
    expect(listed('closed', 'closed', 'closed')).toBe('futures')
  })
})
