// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { valueScaleOf } from './chart-scale.ts'
import { barsOf, rateScaleOf, runningResults, winRateOf } from './performance-model.ts'
import { areBarsMonths, monthSpan, recentSpan } from './period-model.ts'
import { assetPerformance as sums } from './testing/asset-performance.ts'

describe('the win rate', () => {
  it('leaves ties and void contracts out, and says what was needed and what coin flips reach', () => {
    expect(winRateOf(sums({}))).toEqual({
      decided: 83,
      won: 44,
      ownPpm: 530_120,
      breakEvenPpm: 545_946,
      neededWins: 46,
      coinFlips: { from: 33, to: 50 },
      verdict: 'few',
      perContract: '-2.93',
    })
  })

  it.each([
    [41, 'chance'],
    [59, 'chance'],
    [40, 'below'],
    [60, 'above'],
  ])('of %s wins in 100 is %s', (won, verdict) => {
    expect(winRateOf(sums({ won, lost: 100 - won }))?.verdict).toBe(verdict)
    expect(winRateOf(sums({ won: won - 1, lost: 100 - won }))?.verdict).toBe('few')
  })

  it('does not exist without a decided contract, and needs no more wins than there are contracts', () => {
    expect(winRateOf(sums({ won: 0, lost: 0, breakEvenPpm: null, breakEvenWins: null }))).toBeNull()
    expect(winRateOf(sums({ won: 1, lost: 0, breakEvenPpm: 1_047_619, breakEvenWins: 2 }))?.neededWins).toBeNull()
  })

  it('has a scale of at least 30 to 70 percent, which holds all of its marks', () => {
    const usual = winRateOf(sums({}))
    expect(usual && rateScaleOf(usual)).toMatchObject({ fromPercent: 30, toPercent: 70 })
    const lone = winRateOf(sums({ won: 1, lost: 0 }))
    const scale = lone && rateScaleOf(lone)
    expect(scale).toMatchObject({ fromPercent: 0, toPercent: 100, own: 100, flipsFrom: 0, flipsTo: 100 })
  })
})

describe('the bars', () => {
  const day = (year: number, month: number, date: number, net: string) => ({
    startMs: new Date(year, month, date).getTime(),
    contracts: 2,
    net,
  })
  const days = [day(2026, 0, 31, '-10.5'), day(2026, 1, 1, '4'), day(2026, 1, 28, '0.000001')]

  it('are days, or the sums of local months', () => {
    expect(barsOf(days, false)).toEqual(days)
    expect(barsOf(days, true)).toEqual([
      { startMs: new Date(2026, 0, 1).getTime(), contracts: 2, net: '-10.5' },
      { startMs: new Date(2026, 1, 1).getTime(), contracts: 4, net: '4.000001' },
    ])
  })

  it('add up to the running result', () => {
    expect(runningResults(days).map(({ result }) => result)).toEqual([-10.5, -6.5, -6.499999])
  })
})

describe('a period', () => {
  const now = new Date(2026, 10, 23, 14, 5).getTime()

  it('is of whole local days with today as the last, of the year, or of a month so far', () => {
    expect(recentSpan('days7', now)).toEqual({
      fromMs: new Date(2026, 10, 17).getTime(),
      toMs: new Date(2026, 10, 24).getTime(),
    })
    expect(recentSpan('year', now).fromMs).toBe(new Date(2026, 0, 1).getTime())
    expect(monthSpan('2026-11', now).toMs).toBe(new Date(2026, 10, 24).getTime())
    expect(monthSpan('2026-10', now).toMs).toBe(new Date(2026, 10, 1).getTime())
  })

  it('has bars of months where days would be too thin', () => {
    expect(areBarsMonths(recentSpan('days90', now))).toBe(false)
    expect(areBarsMonths(recentSpan('year', now))).toBe(true)
  })
})

describe('the scale of values', () => {
  it('holds zero and has a few round lines', () => {
    expect(valueScaleOf([-510, 820])).toEqual({ lowest: -510, highest: 820, lines: [-500, 500] })
    expect(valueScaleOf([-3, -8])).toEqual({ lowest: -8, highest: 0, lines: [-5] })
    expect(valueScaleOf([0.02]).lines).toEqual([0.01, 0.02])
    expect(valueScaleOf([])).toEqual({ lowest: -1, highest: 1, lines: [] })
  })
})
