import { describe, expect, it } from 'vitest'
import {
  axisOf,
  gainOf,
  isTooFew,
  lostOfHundred,
  ofEachHundred,
  positionOf,
  ppmText,
  smallestOf,
} from './odds-model.ts'
import type { OddsSpan, Wins } from './odds-model.ts'

const wins: Wins = { won: 498, decided: 1_000, breakEvenPpm: 546_000, chanceFromPpm: 459_271, chanceToPpm: 540_729 }
const group = { leftOut: 3, decided: 1_000, missing: 0, wins }
const few = { leftOut: 0, decided: 12, missing: 988, wins: null }

const span: OddsSpan = {
  days: 30,
  contracts: { won: 1, lost: 2, tied: 0, voided: 0 },
  losers: { customers: 61, missing: 439, lost: null },
  payout: { decided: 3, missing: 9_997, sums: null },
  byStake: [{ stakeFrom: '0', stakeTo: null, ...few }],
  byDuration: [{ durationMs: 60_000, ...few }],
  voids: [
    { cause: 'no-exit-price', contracts: 2, houseGain: '318.2' },
    { cause: 'feed-changed', contracts: 1, houseGain: '-1206.8' },
  ],
  acceptance: { orders: 0, halfWithinMs: null, byStake: [] },
}

describe('a span', () => {
  it('has too few contracts until one figure is shown', () => {
    expect(isTooFew(span)).toBe(true)
    expect(isTooFew({ ...span, byDuration: [{ durationMs: 60_000, ...group }] })).toBe(false)
    expect(isTooFew({ ...span, losers: { customers: 500, missing: 0, lost: 1 } })).toBe(false)
  })

  it('adds up what the house gained by void contracts', () => {
    expect(gainOf(span)).toBe('-888.6')
  })

  it('tells people who lost in whole ones of a hundred', () => {
    expect(lostOfHundred({ customers: 8_412, missing: 0, lost: 5_973 })).toBe(71)
    expect(lostOfHundred(span.losers)).toBeNull()
  })

  it('tells what came back of each hundred, and what did not', () => {
    const sums = { paidIn: '400', paidOut: '367.2' }
    expect(ofEachHundred({ decided: 3, missing: 0, sums })).toEqual({ back: '91.80', kept: '8.20', backPercent: 91.8 })
    expect(ofEachHundred(span.payout)).toBeNull()
  })
})

describe('the axis', () => {
  it('shows the band, the rates and the break-even rate, with whole steps', () => {
    const axis = axisOf([wins])
    if (axis === null) throw new Error('there is no axis')
    expect(axis).toEqual({
      from: 440_000,
      to: 560_000,
      ticks: [460_000, 480_000, 500_000, 520_000, 540_000],
      breakEven: 546_000,
    })
    for (const ppm of [wins.chanceFromPpm, wins.chanceToPpm, 498_000, axis.breakEven]) {
      expect(positionOf(axis, ppm)).toBeGreaterThan(0)
      expect(positionOf(axis, ppm)).toBeLessThan(100)
    }
  })

  it('is absent while no group is shown', () => {
    expect(axisOf([])).toBeNull()
  })
})

it('finds the group that is farthest from its figure', () => {
  expect(smallestOf([{ decided: 38 }, { decided: 12 }])).toEqual({ decided: 12 })
  expect(smallestOf([])).toBeUndefined()
})

it('writes shares with one decimal', () => {
  expect(ppmText('en-GB', 498_049)).toBe('49.8%')
})
