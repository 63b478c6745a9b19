import { describe, expect, test } from 'vitest'
import type { CandleView } from '@candor/api'
import { anOrder } from '../../shared/testing/order-fixture.ts'
import {
  candlesOfPages,
  candlesWithin,
  chartPositions,
  chartSummary,
  closingSlot,
  positionsRefreshMs,
  withLiveCandles,
} from './chart-model.ts'

const candles: CandleView[] = [
  [0, '10.0', '12.5', '9.5', '11.0', '0'],
  [60_000, '11.0', '11.5', '8.25', '9.0', '0'],
  [120_000, '9.0', '10.0', '9.0', '9.75', '0'],
]

test('summarises a chart by its ends and its extremes, as the server wrote them', () => {
  expect(chartSummary(candles)).toEqual({
    fromMs: 0,
    toMs: 120_000,
    open: '10.0',
    close: '9.75',
    high: '12.5',
    low: '8.25',
  })
})

test('has nothing to say without candles', () => {
  expect(chartSummary([])).toBeNull()
})

const at = (startMs: number, close = '1'): CandleView => [startMs, close, close, close, close, '0']

describe('the history of a chart', () => {
  test('puts earlier readings before later ones, each candle once', () => {
    expect(
      candlesOfPages([{ items: [at(120), at(180)] }, { items: [at(0), at(60), at(120)] }]).map(([startMs]) => startMs),
    ).toEqual([0, 60, 120, 180])
  })

  test('takes what the socket told since, and leaves what lies between readings as it is', () => {
    const told = new Map([
      [60, at(60, '2')],
      [120, at(120, '3')],
    ])
    expect(withLiveCandles([at(0), at(60)], told)).toEqual([at(0), at(60, '2'), at(120, '3')])
    expect(
      withLiveCandles([at(0), at(60), at(120), at(180)], new Map([[90, at(90)]])).map(([startMs]) => startMs),
    ).toEqual([0, 60, 120, 180])
  })

  test('is summarised by what is in sight', () => {
    expect(
      candlesWithin([at(0), at(60), at(120), at(180)], { fromMs: 60, toMs: 120 }).map(([startMs]) => startMs),
    ).toEqual([60, 120])
  })
})

test('names the slot that closed a candle, and the newest one while it is open', () => {
  const clock = { genesisMs: 0, slot: 1_000 }
  expect(closingSlot({ timeMs: 60_000 }, 60_000, clock)).toBe(239)
  expect(closingSlot({ timeMs: 480_000 }, 60_000, clock)).toBe(1_000)
})

test('draws the open contracts of its instrument that have an entry, the next to end first', () => {
  const orders = [
    anOrder({ id: '3', entryPrice: '12.5', exitAtMs: 90 }),
    anOrder({ id: '2', entryPrice: '12.25', exitAtMs: 60 }),
    anOrder({ id: '1', entryPrice: null, exitAtMs: 30 }),
    anOrder({ id: '4', entryPrice: '9', exitAtMs: 20, symbol: 'SILVER' }),
  ]
  expect(chartPositions({ orders, settled: null }, 'GOLD', null).map(({ id, entryPrice }) => [id, entryPrice])).toEqual(
    [
      ['2', 12.25],
      ['3', 12.5],
    ],
  )
})

test('draws the windows of a contract', () => {
  const [drawn] = chartPositions({ orders: [anOrder({ entryPrice: '12.5' })], settled: null }, 'GOLD', null)
  expect(drawn?.windows).toEqual({ entry: { fromMs: 500, toMs: 5_500 }, exit: { fromMs: 56_000, toMs: 61_000 } })
})

test('draws the contract that the customer chose first, while it is open', () => {
  const orders = [
    anOrder({ id: '3', entryPrice: '12.5', exitAtMs: 90 }),
    anOrder({ id: '2', entryPrice: '12.25', exitAtMs: 60 }),
    anOrder({ id: '1', entryPrice: '12', exitAtMs: 30 }),
  ]
  const idsOf = (chosenId: string) => chartPositions({ orders, settled: null }, 'GOLD', chosenId).map(({ id }) => id)
  expect(idsOf('3')).toEqual(['3', '1', '2'])
  expect(idsOf('9')).toEqual(['1', '2', '3'])
})

describe('a contract whose result is on the screen', () => {
  const ended = { id: '1', entryPrice: '12', exitAtMs: 30, symbol: 'GOLD' }
  const settled = anOrder({ ...ended, state: 'closed', result: 'won', exitPrice: '12.75' })

  test('stays on the chart of its instrument with its exit, after the open ones', () => {
    const orders = [anOrder({ ...ended }), anOrder({ id: '2', entryPrice: '12.25', exitAtMs: 60 })]
    const drawn = chartPositions({ orders, settled }, 'GOLD', '1')
    expect(drawn.map(({ id, exitPrice }) => [id, exitPrice])).toEqual([
      ['2', null],
      ['1', 12.75],
    ])
    expect(chartPositions({ orders: [], settled }, 'GOLD', null)).toHaveLength(1)
    expect(chartPositions({ orders: [], settled }, 'SILVER', null)).toEqual([])
  })

  test('is not drawn where it was void before its exit', () => {
    const unpriced = anOrder({ ...ended, state: 'closed', result: 'void' })
    expect(chartPositions({ orders: [], settled: unpriced }, 'GOLD', null)).toEqual([])
  })
})

test('asks for open contracts again until each has its entry price, and less often the longer it takes', () => {
  expect(positionsRefreshMs([anOrder({ entryPrice: '1' })], 5_000)).toBeNull()
  expect(positionsRefreshMs([anOrder({ entryAtMs: 1_000 })], 1_200)).toBe(1_000)
  // An average over five seconds is known soon after them.
  expect(positionsRefreshMs([anOrder({ entryAtMs: 1_000 })], 6_000)).toBe(1_000)
  expect(positionsRefreshMs([anOrder({ entryAtMs: 1_000 })], 60_000)).toBe(10_000)
  // One that never gets a price delays no other.
  expect(
    positionsRefreshMs(
      [1_000, 59_000].map((entryAtMs) => anOrder({ entryAtMs })),
      60_000,
    ),
  ).toBe(1_000)
})
