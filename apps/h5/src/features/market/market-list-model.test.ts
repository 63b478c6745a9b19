import { describe, expect, test } from 'vitest'
import { catalogueOrder, nextSort, searchItems, sortItems, type MarketItem } from './market-list-model.ts'

function item(symbol: string, title: string, category: MarketItem['category'] = 'futures', exchangeSymbol = ''): MarketItem {
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
  })

  test('compares changes as numbers, not as texts, and keeps equal ones in place', () => {
    const sorted = sortItems(items, { key: 'change', order: 'descending' }, changeOf, 'en')
    expect(symbols(sorted)).toEqual(['COCOA', 'GOLD', 'EURUSD', 'COPPER', 'BTCUSDT'])
  })

  test('puts items without a price last in both directions', () => {
    const sorted = sortItems(items, { key: 'change', order: 'ascending' }, changeOf, 'en')
    expect(symbols(sorted)).toEqual(['COPPER', 'GOLD', 'EURUSD', 'COCOA', 'BTCUSDT'])
  })

  test('orders names by the rules of the language', () => {
    const chinese = [item('GOLD', '黄金'), item('COPPER', '铜')]
    expect(symbols(sortItems(chinese, { key: 'name', order: 'ascending' }, changeOf, 'zh'))).toEqual(['GOLD', 'COPPER'])
  })
})

describe('searching', () => {
  const found = (text: string) => searchItems(items, text).map(({ item: { symbol } }) => symbol)

  test('finds names by their beginning in every category', () => {
    expect(found('co')).toEqual(['COPPER', 'COCOA'])
    expect(found('BTC')).toEqual(['BTCUSDT'])
  })

  test('finds exchange symbols, second halves of pairs, and pairs written together', () => {
    expect(found('hg')).toEqual(['COPPER'])
    expect(found('usd')).toContain('EURUSD')
    expect(found('eurusd')).toEqual(['EURUSD'])
    expect(found('eur/us')).toEqual(['EURUSD'])
  })

  test('marks the part of the name that matched, accents aside', () => {
    expect(searchItems([item('PALM', 'Açaí')], 'aca')[0]).toMatchObject({ from: 0, to: 3 })
    expect(searchItems(items, 'hg')[0]).toMatchObject({ from: 0, to: 0 })
  })

  test('finds nothing for blanks or for what is not there', () => {
    expect(found('   ')).toEqual([])
    expect(found('zzz')).toEqual([])
  })
})
