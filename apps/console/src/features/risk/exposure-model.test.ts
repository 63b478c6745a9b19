import { describe, expect, it } from 'vitest'
import { capShare, isNearlyFull, keptPromises, openOrders, sumOf } from './exposure-model.ts'

describe('the exposure of a market', () => {
  it('is a share of its cap, never more than all of it', () => {
    expect(capShare({ openPayout: '250', cap: '1000' })).toBe(0.25)
    expect(capShare({ openPayout: '1200', cap: '1000' })).toBe(1)
    expect(capShare({ openPayout: '1', cap: '0' })).toBe(0)
  })

  it('is worth a warning from four fifths on', () => {
    expect(isNearlyFull({ openPayout: '799.99', cap: '1000' })).toBe(false)
    expect(isNearlyFull({ openPayout: '800', cap: '1000' })).toBe(true)
  })
})

it('counts the open contracts of all markets', () => {
  const row = { symbol: 'BTCUSDT', asset: 'USD' as const, openPayout: '1', cap: '2', stakeUp: '1', stakeDown: '0' }
  expect(
    openOrders([
      { ...row, openOrders: 2 },
      { ...row, openOrders: 3 },
    ]),
  ).toBe(5)
  expect(openOrders([])).toBe(0)
})

it('adds amounts exactly', () => {
  expect(sumOf(['0.1', '0.2'])).toBe('0.300000')
  expect(sumOf(['9007199254740993', '0.000001'])).toBe('9007199254740993.000001')
  expect(sumOf(['1', '-2.5'])).toBe('-1.500000')
  expect(sumOf([])).toBe('0.000000')
})

it('counts a promise as missed that was kept late or is overdue', () => {
  expect(
    keptPromises([
      { done: 10, inTime: 8, overdueNow: 1 },
      { done: 4, inTime: 4, overdueNow: 0 },
    ]),
  ).toEqual({ all: 15, missed: 3 })
  expect(keptPromises([])).toEqual({ all: 0, missed: 0 })
})
