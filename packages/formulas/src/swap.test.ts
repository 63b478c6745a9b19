import { expect, test } from 'vitest'
import { amount } from '@candor/money'
import type { Asset } from '@candor/money'
import { swapProceeds } from './swap.ts'
import type { SwapTerms } from './swap.ts'

const coin = 1_000_000n
const swapUnits = (from: Asset, units: bigint, terms: SwapTerms) => swapProceeds(amount(from, units), terms).units
const terms = { price: { ticks: 9_993n, decimals: 4 }, spreadBps: 5 }

test('sells USDT at the price less the spread, rounded down', () => {
  expect(swapUnits('USDT', 250n * coin, terms)).toBe(249_700_087n)
})

test('buys USDT at the price plus the spread, rounded down', () => {
  expect(swapUnits('USD', 250n * coin, terms)).toBe(250_050_097n)
})

test('brings the price itself where there is no spread', () => {
  expect(swapUnits('USDT', coin, { ...terms, spreadBps: 0 })).toBe(999_300n)
  expect(swapUnits('USD', 999_300n, { ...terms, spreadBps: 0 })).toBe(coin)
})

test('brings the other asset', () => {
  expect(swapProceeds(amount('USDT', coin), terms).asset).toBe('USD')
  expect(swapProceeds(amount('USD', coin), terms).asset).toBe('USDT')
})

test('never brings more than was given, whichever way one goes round', () => {
  for (let units = 1n; units < 5_000n; units += 7n) {
    expect(swapUnits('USDT', swapUnits('USD', units, terms), terms)).toBeLessThanOrEqual(units)
    expect(swapUnits('USD', swapUnits('USDT', units, terms), terms)).toBeLessThanOrEqual(units)
  }
})
