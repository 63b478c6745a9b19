import { describe, expect, it } from 'vitest'
import { lateShares, topOf } from './day-model.ts'

describe('the share of late cases', () => {
  it('is too much above two of a hundred, and fills the bar at fifteen', () => {
    const shares = lateShares([
      { queue: 'withdrawals', decided: 50, medianMs: 1, late: { cases: 1, of: 50 } },
      { queue: 'reviews', decided: 100, medianMs: 1, late: { cases: 3, of: 100 } },
      { queue: 'support', decided: 2, medianMs: 1, late: { cases: 1, of: 2 } },
    ])
    expect(shares.map(({ isTooMuch }) => isTooMuch)).toEqual([false, true, true])
    expect(shares.map(({ width }) => Math.round(width * 100))).toEqual([13, 20, 100])
  })

  it('is nothing without cases, and absent where no time is promised', () => {
    expect(
      lateShares([
        { queue: 'withdrawals', decided: 0, medianMs: null, late: { cases: 0, of: 0 } },
        { queue: 'recharges', decided: 9, medianMs: 1, late: null },
      ]),
    ).toMatchObject([{ queue: 'withdrawals', share: 0, width: 0, isTooMuch: false }])
  })
})

it('the scale of hours ends at a round number', () => {
  expect(topOf([])).toBe(4)
  expect(topOf([{ opened: 3, decided: 12 }])).toBe(20)
  expect(topOf([{ opened: 400, decided: 401 }])).toBe(500)
})
