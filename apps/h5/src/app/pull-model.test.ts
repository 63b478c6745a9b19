import { describe, expect, it } from 'vitest'
import { pulledPx, pullReachPx, signOffsetPx } from './pull-model.ts'

describe('a pull', () => {
  it('counts how far down the finger went', () => {
    expect(pulledPx({ x: 10, y: 100 }, { x: 12, y: 160 })).toBe(60)
  })

  it('is none while the finger goes up', () => {
    expect(pulledPx({ x: 10, y: 100 }, { x: 10, y: 40 })).toBe(0)
  })

  it('is none while the finger goes more sideways than down, as in a row of chips', () => {
    expect(pulledPx({ x: 10, y: 100 }, { x: 90, y: 160 })).toBe(0)
  })
})

describe('the sign of a pull', () => {
  it('follows the finger ever more slowly, and never beyond the reach', () => {
    const offsets = [0, 20, 60, 120, 600].map(signOffsetPx)
    expect(offsets[0]).toBe(0)
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other))
    expect(offsets.at(-1)).toBeLessThanOrEqual(pullReachPx)
  })
})
