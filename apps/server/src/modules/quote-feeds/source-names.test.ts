import { sourceNames } from '@candor/proof/encoding'
import { expect, test } from 'vitest'
import { binanceSource } from './binance.ts'
import { coinbaseSource } from './coinbase.ts'
import { krakenSource } from './kraken.ts'
import { oandaSource } from './oanda.ts'
import { twelveDataSource } from './twelve-data.ts'

test('numbers every source, and keeps the numbers', () => {
  const live = [
    krakenSource(''),
    binanceSource(''),
    coinbaseSource(''),
    oandaSource({ url: '', token: '', account: '' }, []),
    twelveDataSource({ url: '', key: '' }, []),
  ]
  const numbered = Object.fromEntries(
    live.map(({ name }) => [name, sourceNames.findIndex((known) => known === name) + 1]),
  )
  expect(numbered).toEqual({ kraken: 3, binance: 4, coinbase: 5, oanda: 6, 'twelve-data': 7 })
  expect(sourceNames.slice(0, 2)).toEqual(['simulated', 'replay'])
  expect(sourceNames.length).toBeLessThanOrEqual(15)
})
