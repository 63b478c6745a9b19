import { describe, expect, test } from 'vitest'
import type { Texts } from '../i18n/index.ts'
import { instrumentDetail } from './instrument-labels.ts'
import { sourceText } from './price-source.ts'

const texts = (locale: string): Texts => ({ locale, t: (key: string) => key }) as unknown as Texts
const gas = {
  symbol: 'NATGAS',
  category: 'futures',
  base: 'NATGAS',
  quote: 'USD',
  name: 'Natural Gas',
  exchangeSymbol: 'NG',
} as const

describe('where a price comes from', () => {
  test('is said by name where it is live, with what it stands for', () => {
    const text = (sources: string[], basis: 'own' | 'spot' | 'cfd' = 'own') =>
      sourceText(texts('en'), { source: 'live', sources, basis })
    expect(text(['kraken', 'binance'])).toBe('instrument.source.live · Kraken, Binance')
    expect(text(['oanda', 'twelve-data'], 'spot')).toBe(
      'instrument.source.live · instrument.basis.spot · OANDA, Twelve Data',
    )
    expect(text(['another'])).toBe('instrument.source.live · another')
    expect(text([])).toBe('instrument.source.live')
  })

  test('is its kind where it is not live', () => {
    expect(sourceText(texts('en'), { source: 'simulated', sources: [], basis: 'own' })).toBe(
      'instrument.source.simulated',
    )
    expect(sourceText(texts('en'), { source: 'replay', sources: [], basis: 'own' })).toBe('instrument.source.replay')
  })
})

describe('the second line of a commodity', () => {
  test('names its contract month in the language of the customer', () => {
    expect(instrumentDetail(texts('en'), { ...gas, basis: 'own', contractMonth: '2025-12' })).toBe('NG · Dec 25')
    expect(instrumentDetail(texts('zh'), { ...gas, basis: 'own', contractMonth: '2025-12' })).toBe('NG · 25年12月')
  })

  test('names no contract where the price is none of it', () => {
    expect(instrumentDetail(texts('en'), { ...gas, exchangeSymbol: '', basis: 'cfd', contractMonth: null })).toBe(
      'instrument.basis.cfd',
    )
    expect(instrumentDetail(texts('en'), { ...gas, basis: 'own', contractMonth: null })).toBe('NG')
  })
})
