import { expect, test } from 'vitest'
import { sourcesOf } from './source-names.ts'

test('the bits of a record name the sources that ticked, by their numbers', () => {
  expect(sourcesOf(0)).toEqual([])
  expect(sourcesOf(2)).toEqual(['simulated'])
  expect(sourcesOf(2 ** 3 + 2 ** 4 + 2 ** 7)).toEqual(['kraken', 'binance', 'twelve-data'])
})
