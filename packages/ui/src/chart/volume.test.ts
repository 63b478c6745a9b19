import { expect, test } from 'vitest'
import { volumeBar } from './volume.ts'

const slot = (volume: number | null) => ({
  timeMs: 60_000,
  candle: volume === null ? null : { timeMs: 60_000, open: 5, high: 6, low: 4, close: 5, volume },
})

test('a bar of volume goes from zero to what was traded, and is left out where nothing was', () => {
  expect(volumeBar(slot(12))).toEqual({ time: 60, open: 0, low: 0, high: 12, close: 12 })
  expect(volumeBar(slot(0))).toEqual({ time: 60 })
  expect(volumeBar(slot(null))).toEqual({ time: 60 })
})
