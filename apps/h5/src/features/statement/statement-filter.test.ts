// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { filterOf, isFiltered, paramsOf, shownIn } from './statement-filter.ts'

const everything = { asset: null, group: null, month: null }

describe('what a statement is of', () => {
  it('comes back from its address', () => {
    const shown = { asset: 'USDT', group: 'withdrawals', month: '2026-11' } as const
    expect(shownIn(paramsOf(shown))).toEqual(shown)
    expect(shownIn(paramsOf(everything))).toEqual(everything)
  })

  it('is everything where the address names nothing that exists', () => {
    expect(shownIn({ asset: 'EUR', group: 'bets', month: '2026-13' })).toEqual(everything)
    expect(isFiltered(everything)).toBe(false)
    expect(isFiltered({ ...everything, month: '2026-11' })).toBe(true)
  })

  it('of a month ends where the next one begins, also at the end of a year', () => {
    expect(filterOf({ ...everything, month: '2026-12' })).toEqual({
      fromMs: String(new Date(2026, 11, 1).getTime()),
      toMs: String(new Date(2027, 0, 1).getTime()),
    })
    expect(filterOf(everything)).toEqual({})
  })
})
