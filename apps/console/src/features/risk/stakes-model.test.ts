import { describe, expect, it } from 'vitest'
import { oldestFeed, stakeRows, stakeShare } from './stakes-model.ts'
import type { Market } from './stakes-model.ts'

const market = (symbol: string, rest: Partial<Market> = {}): Market => ({
  symbol,
  name: symbol,
  category: 'crypto',
  state: 'open',
  ageMs: 10,
  sources: null,
  halt: null,
  ...rest,
})
const halt = {
  id: '1',
  reason: 'other',
  note: 'why',
  haltedBy: { operatorId: '1', name: 'anna' },
  haltedMs: 1,
  lift: null,
} as const
const exposed = (symbol: string, asset: 'USD' | 'USDT', stakeUp: string, stakeDown: string) => ({
  symbol,
  asset,
  openOrders: 1,
  openPayout: '1',
  cap: '9',
  stakeUp,
  stakeDown,
})

describe('the table of stakes', () => {
  const rows = stakeRows(
    [market('AAA'), market('BBB'), market('CCC', { halt })],
    [exposed('BBB', 'USDT', '5', '10'), exposed('BBB', 'USD', '200', '0')],
  )

  it('has a line for each currency of a market, and one for a halted market without contracts', () => {
    expect(rows.map(({ market: { symbol }, asset, isFirst }) => [symbol, asset, isFirst])).toEqual([
      ['BBB', 'USDT', true],
      ['BBB', 'USD', false],
      ['CCC', null, true],
    ])
  })

  it('draws stakes against the largest of their own currency', () => {
    expect(rows.map((row) => stakeShare(rows, row))).toEqual([
      { up: 0.5, down: 1 },
      { up: 1, down: 0 },
      { up: 0, down: 0 },
    ])
  })
})

describe('the oldest feed', () => {
  it('is that of the market whose price has waited longest, closed ones left out', () => {
    const markets = [
      market('AAA', { ageMs: 40 }),
      market('BBB', { ageMs: 900, state: 'stale' }),
      market('CCC', { ageMs: 9_000, state: 'closed' }),
    ]
    expect(oldestFeed(markets)).toMatchObject({ market: { symbol: 'BBB' }, ageMs: 900 })
  })

  it('is none where every market is closed', () => {
    expect(oldestFeed([market('AAA', { state: 'closed' })])).toBeNull()
  })
})
