import { expect, test } from 'vitest'
import type { CandleView } from '@candor/contract'
import { chartSummary } from './chart-model.ts'

const candles: CandleView[] = [
  [0, '10.0', '12.5', '9.5', '11.0', '0'],
  [60_000, '11.0', '11.5', '8.25', '9.0', '0'],
  [120_000, '9.0', '10.0', '9.0', '9.75', '0'],
]

test('summarises a chart by its ends and its extremes, as the server wrote them', () => {
  expect(chartSummary(candles)).toEqual({ fromMs: 0, toMs: 120_000, open: '10.0', close: '9.75', high: '12.5', low: '8.25' })
})

test('has nothing to say without candles', () => {
  expect(chartSummary([])).toBeNull()
})
