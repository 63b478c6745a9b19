import { expect, it } from 'vitest'
import { bandScale } from './foresight-model.ts'

const share = { contracts: 10_000, rightBps: 5_040, atLeastBps: 4_940, breakEvenBps: 5_461, isAlarm: false }

it('has one half in the middle, and everything that is drawn inside', () => {
  const { width, x } = bandScale([share, { ...share, contracts: 100, rightBps: 7_300 }])
  expect(x(500_000)).toBe(width / 2)
  for (const ppm of [730_000, 371_208, 628_792, 546_100]) {
    expect(x(ppm)).toBeGreaterThanOrEqual(0)
    expect(x(ppm)).toBeLessThanOrEqual(width)
  }
})

it('keeps shares apart where all of them are near one half', () => {
  const { x } = bandScale([{ ...share, breakEvenBps: 5_000, contracts: 1_000_000 }])
  expect(x(500_400) - x(500_000)).toBeLessThan(1)
})
