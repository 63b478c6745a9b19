import { describe, expect, it } from 'vitest'
import { alertDirection, alertTicks, distancePercent, shiftedTicks, steppedTicks } from './alert-model.ts'

describe('the price of an alert', () => {
  it('is read with a point or a comma, above zero, with the digits of its instrument', () => {
    expect(alertTicks('4098.8', 1)).toBe(40_988n)
    expect(alertTicks(' 4098,8 ', 1)).toBe(40_988n)
    for (const text of ['', '0', '-1', '4,098.8', '4098.85', '1e3', '1000000000000'])
      expect(alertTicks(text, 1)).toBeNull()
  })

  it('moves by thousandths, rounded to a tick', () => {
    expect(shiftedTicks(40_784n, 5)).toBe(40_988n)
    expect(shiftedTicks(40_784n, -10)).toBe(40_376n)
  })

  it('steps to round prices, and never to zero', () => {
    expect(steppedTicks(40_784n, 'more')).toBe(40_790n)
    expect(steppedTicks(40_784n, 'less')).toBe(40_780n)
    expect(steppedTicks(40_780n, 'less')).toBe(40_770n)
    expect(steppedTicks(7n, 'more')).toBe(8n)
    expect(steppedTicks(1n, 'less')).toBe(1n)
  })

  it('lies above or below the current price; at it, nothing is to be waited for', () => {
    expect(alertDirection(101n, 100n)).toBe('above')
    expect(alertDirection(99n, 100n)).toBe('below')
    expect(alertDirection(100n, 100n)).toBeNull()
    expect(distancePercent(40_988n, 40_784n)).toBe('0.50')
    expect(distancePercent(99n, 100n)).toBe('1.00')
  })
})
