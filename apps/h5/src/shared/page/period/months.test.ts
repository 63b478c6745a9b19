import { describe, expect, it } from 'vitest'
import { monthsUpTo, parseMonth, startOf } from './months.ts'

describe('a month', () => {
  it('is one only where it exists', () => {
    expect(parseMonth('2026-11')).toBe('2026-11')
    expect([parseMonth('2026-13'), parseMonth('1999-01'), parseMonth(undefined)]).toEqual([null, null, null])
  })

  it('ends where the next one begins, also at the end of a year', () => {
    expect(startOf('2026-12')).toBe(new Date(2026, 11, 1).getTime())
    expect(startOf('2026-12', 1)).toBe(new Date(2027, 0, 1).getTime())
  })
})

describe('the months to choose from', () => {
  it('go back from the one of now, over the end of a year, from any day', () => {
    expect(monthsUpTo(new Date(2026, 0, 31, 23, 59).getTime(), 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  })
})
