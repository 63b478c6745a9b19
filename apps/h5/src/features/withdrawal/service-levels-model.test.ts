import { describe, expect, it } from 'vitest'
import { inTimePercent, roundedSpanMs } from './service-levels-model.ts'

describe('service levels', () => {
  it('never look better than they are', () => {
    expect(inTimePercent({ done: 3, inTime: 2 })).toBe('66.6')
    expect(inTimePercent({ done: 2_000, inTime: 1_999 })).toBe('99.9')
    expect(inTimePercent({ done: 7, inTime: 7 })).toBe('100.0')
  })

  it('are unknown where nothing was done', () => {
    expect(inTimePercent({ done: 0, inTime: 0 })).toBeNull()
    expect(inTimePercent({ done: 3, inTime: null })).toBeNull()
  })

  it('show spans in a unit that is easy to picture, rounded up', () => {
    expect(roundedSpanMs(3_100)).toBe(4_000)
    expect(roundedSpanMs(0)).toBe(1_000)
    expect(roundedSpanMs(185_000)).toBe(240_000)
    expect(roundedSpanMs(7_200_001)).toBe(10_800_000)
  })
})
