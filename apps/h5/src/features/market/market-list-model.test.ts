import { describe, expect, test } from 'vitest'
import { nextSort } from './filters/next-sort.ts'
import { catalogueOrder, sortItems, type MarketItem } from './market-list-model.ts'

function item(
  symbol: string,
  title: string,
  category: MarketItem['category'] = 'futures',
  exchangeSymbol = '',
): MarketItem {
  return { symbol, category, title, detail: exchangeSymbol, exchangeSymbol }
}

const items = [
  item('GOLD', 'Gold', 'futures', 'GC'),
  item('COPPER', 'Copper', 'futures', 'HG'),
  item('COCOA', 'Cocoa', 'futures', 'CC'),
  item('EURUSD', 'EUR/USD', 'forex'),
  item('BTCUSDT', 'BTC/USDT', 'crypto', 'btcusdt'),
]
const symbols = (list: readonly MarketItem[]) => list.map(({ symbol }) => symbol)

describe('sorting', () => {
  const changes: Record<string, string> = { GOLD: '0.62', COPPER: '-1.38', COCOA: '10.00', EURUSD: '0.62' }
  const changeOf = (symbol: string) => changes[symbol] ?? null

  test('goes through natural order, reverse and back to the catalogue', () => {
    const first = nextSort(catalogueOrder, 'change')
    const second = nextSort(first, 'change')
    expect(first).toEqual({ key: 'change', order: 'descending' })
    expect(second).toEqual({ key: 'change', order: 'ascending' })
    expect(nextSort(second, 'change')).toEqual(catalogueOrder)
    expect(nextSort(first, 'name')).toEqual({ key: 'name', order: 'ascending' })
    const movers = nextSort(first, 'movers')
    expect(movers).toEqual({ key: 'movers', order: 'descending' })
    expect(nextSort(movers, 'movers')).toEqual(catalogueOrder)
  })

  test('compares changes as numbers, not as texts, and keeps equal ones in place', () => {
    const sorted = sortItems(items, { key: 'change', order: 'descending' }, changeOf, 'en')
    expect(symbols(sorted)).toEqual(['COCOA', 'GOLD', 'EURUSD', 'COPPER', 'BTCUSDT'])
  })

  test('puts items without a price last in both directions', () => {
    const sorted = sortItems(items, { key: 'change', order: 'ascending' }, changeOf, 'en')
    expect(symbols(sorted)).toEqual(['COPPER', 'GOLD', 'EURUSD', 'COCOA', 'BTCUSDT'])
  })

  test('compares prices of any number of decimals', () => {
    const prices: Record<string, string> = { GOLD: '4078.4', COPPER: '5.0125', EURUSD: '1.08451', COCOA: '5012' }
    const sorted = sortItems(items, { key: 'price', order: 'descending' }, (symbol) => prices[symbol] ?? null, 'en')
    expect(symbols(sorted)).toEqual(['COCOA', 'GOLD', 'COPPER', 'EURUSD', 'BTCUSDT'])
  })

  test('orders names by the rules of the language', () => {
    const chinese = [item('GOLD', '黄金'), item('COPPER', '铜')]
    expect(symbols(sortItems(chinese, { key: 'name', order: 'ascending' }, changeOf, 'zh'))).toEqual(['GOLD', 'COPPER'])
  })
})
