import type { InstrumentView } from '@candor/api'
import { describe, expect, test } from 'vitest'
import { anInstrument } from '../../../test/instrument-view.ts'
import { dayStartMs, moversOf, noticesOf } from './home.ts'
import type { HomeFacts } from './home.ts'

const nowMs = Date.UTC(2026, 10, 21, 14, 30)
const hourMs = 3_600_000

const instrument = (symbol: string, change: Partial<InstrumentView> = {}) =>
  anInstrument({ symbol, category: 'futures', base: symbol, quote: 'USD', name: symbol, source: 'live', ...change })

const quiet: HomeFacts = {
  nowMs,
  mode: 'live',
  isLedgerHalted: false,
  sourcesDown: [],
  publishedMs: nowMs,
  instruments: [],
  announcements: [],
}
const quote = (symbol: string, changeRate: string, state: 'open' | 'stale' | 'closed' = 'open') => ({
  id: 1,
  symbol,
  last: '1',
  open: '1',
  high: '1',
  low: '1',
  volume: '0',
  changeRate,
  slot: 1,
  ageMs: 0,
  state,
  spark: [],
})

describe('movers', () => {
  test('are the open instruments that moved most, in either direction', () => {
    const quotes = [
      quote('A', '0.50'),
      quote('B', '-3.00'),
      quote('C', '9.99', 'closed'),
      quote('D', '0.00'),
      quote('E', '10.01'),
    ]
    expect(moversOf(quotes).map(({ symbol }) => symbol)).toEqual(['E', 'B', 'A'])
  })

  test('are six at most', () => {
    expect(moversOf(Array.from({ length: 20 }, (_, index) => quote(`S${index}`, `${index + 1}.00`)))).toHaveLength(6)
  })
})

describe('the day', () => {
  test.each([
    [0, Date.UTC(2026, 10, 21)],
    [-14 * 60, Date.UTC(2026, 10, 21, 14)],
    [60, Date.UTC(2026, 10, 20, 23)],
    [14 * 60, Date.UTC(2026, 10, 21, 10)],
  ])('begins at midnight of the offset %i', (offset, start) => {
    expect(dayStartMs(nowMs, offset)).toBe(start)
    expect(dayStartMs(start - 1, offset)).toBe(start - 24 * hourMs)
  })
})

describe('announcements', () => {
  test('are none where nothing is to be said', () => {
    expect(noticesOf({ ...quiet, instruments: [instrument('A')] })).toEqual([])
  })

  test('begin with what stops trading, and end with the sandbox', () => {
    const facts: HomeFacts = {
      ...quiet,
      mode: 'sandbox',
      isLedgerHalted: true,
      sourcesDown: ['kraken'],
      publishedMs: nowMs - 11_000,
      instruments: [instrument('A', { isHalted: true })],
    }
    expect(noticesOf(facts).map(({ kind }) => kind)).toEqual([
      'trading-paused',
      'prices-stopped',
      'sources-down',
      'halted',
      'sandbox',
    ])
  })

  test('tell markets of the same hours together, the first to close first', () => {
    const atMs = nowMs + 2 * hourMs
    const oil = { closesMs: atMs, nextOpenMs: atMs + hourMs }
    const instruments = [
      instrument('WHEAT', { closesMs: atMs + hourMs, nextOpenMs: null }),
      instrument('WTI', oil),
      instrument('BRENT', oil),
      instrument('LATER', { closesMs: nowMs + 5 * hourMs }),
    ]
    expect(noticesOf({ ...quiet, instruments })).toEqual([
      { kind: 'session-ends', symbols: ['WTI', 'BRENT'], atMs, opensMs: atMs + hourMs },
      { kind: 'session-ends', symbols: ['WHEAT'], atMs: atMs + hourMs, opensMs: null },
    ])
  })

  test('tell a change of the contract’s month a day before', () => {
    const instruments = [
      instrument('LATE', { nextRollMs: nowMs + 25 * hourMs }),
      instrument('WTI', { nextRollMs: nowMs + 20 * hourMs }),
      instrument('GOLD', { nextRollMs: nowMs + 3 * hourMs }),
      instrument('PAST', { nextRollMs: nowMs - 1 }),
      instrument('HEATOIL', { nextRollMs: nowMs + 20 * hourMs }),
    ]
    expect(noticesOf({ ...quiet, instruments })).toEqual([
      { kind: 'roll', symbols: ['GOLD'], atMs: nowMs + 3 * hourMs },
      { kind: 'roll', symbols: ['WTI', 'HEATOIL'], atMs: nowMs + 20 * hourMs },
    ])
  })

  test('say when the categories open in which everything is closed, the next one first', () => {
    const closed = (symbol: string, category: 'futures' | 'forex', nextOpenMs: number | null) =>
      instrument(symbol, { category, state: 'closed', nextOpenMs })
    const instruments = [
      closed('F', 'futures', nowMs + 3 * hourMs),
      closed('A', 'forex', nowMs + 2 * hourMs),
      closed('B', 'forex', nowMs + hourMs),
      closed('C', 'forex', null),
      instrument('D', { category: 'crypto' }),
    ]
    expect(noticesOf({ ...quiet, instruments })).toEqual([
      {
        kind: 'closed',
        categories: [
          { category: 'forex', opensMs: nowMs + hourMs },
          { category: 'futures', opensMs: nowMs + 3 * hourMs },
        ],
      },
    ])
  })
})
