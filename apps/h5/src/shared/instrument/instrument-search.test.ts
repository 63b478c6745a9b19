import { describe, expect, test } from 'vitest'
import { searchInstruments } from './instrument-search.ts'

function item(symbol: string, title: string, exchangeSymbol = '') {
  return { symbol, title, detail: exchangeSymbol, exchangeSymbol }
}

const items = [
  item('GOLD', 'Gold', 'GC'),
  item('COPPER', 'Copper', 'HG'),
  item('COCOA', 'Cocoa', 'CC'),
  item('EURUSD', 'EUR/USD'),
  item('BTCUSDT', 'BTC/USDT', 'btcusdt'),
]

describe('searching', () => {
  const found = (text: string) => searchInstruments(items, text).map(({ item: { symbol } }) => symbol)

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
    expect(searchInstruments([item('PALM', 'Açaí')], 'aca')[0]).toMatchObject({ from: 0, to: 3 })
    expect(searchInstruments(items, 'hg')[0]).toMatchObject({ from: 0, to: 0 })
  })

  test('takes two letters inside of a word for noise, but not a Chinese character', () => {
    expect(found('pp')).toEqual([])
    expect(found('ppe')).toEqual(['COPPER'])
    expect(searchInstruments([item('WTI', 'WTI 原油')], '油')).toHaveLength(1)
  })

  test('finds nothing for blanks or for what is not there', () => {
    expect(found('   ')).toEqual([])
    expect(found('zzz')).toEqual([])
  })
})
