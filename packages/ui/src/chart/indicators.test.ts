import { describe, expect, test } from 'vitest'
import { bollingerBand, indicatorLines, indicatorReach, movingAverage } from './indicators.ts'

describe('a moving average', () => {
  test('begins once there are enough closes, and then follows the newest of them', () => {
    expect(movingAverage([1, 2, 3, 4, 8], 3)).toEqual([null, null, 2, 3, 5])
  })

  test('draws nothing where there is no price, and counts known closes only', () => {
    expect(movingAverage([1, 3, null, null, 5, 7], 2)).toEqual([null, 2, null, null, 4, 6])
  })
})

describe('a Bollinger band', () => {
  test('lies so many deviations of the population around the mean', () => {
    const { upper, middle, lower } = bollingerBand([2, 4, 4, 4, 5, 5, 7, 9], { length: 8, deviations: 2 })
    expect([upper.at(-1), middle.at(-1), lower.at(-1)]).toEqual([9, 5, 1])
    expect(middle.slice(0, -1).every((value) => value === null)).toBe(true)
  })

  test('has no width over a price that does not move', () => {
    const { upper, lower } = bollingerBand([3, 3, 3], { length: 3, deviations: 2 })
    expect(upper.at(-1)).toBe(lower.at(-1))
  })
})

describe('the chosen indicators', () => {
  const closes = Array.from({ length: 200 }, (_, index) => (index % 11 === 0 ? null : Math.sin(index) + index / 10))

  test('are lines as long as the chart; none are chosen at first', () => {
    expect(indicatorLines(closes, [])).toEqual([])
    expect(indicatorLines(closes, ['averages', 'bands']).map(({ id, values }) => [id, values.length])).toEqual([
      ['average-short', 200],
      ['average-long', 200],
      ['band-upper', 200],
      ['band-middle', 200],
      ['band-lower', 200],
    ])
  })

  test('have a newest value that the last places alone decide', () => {
    const whole = indicatorLines(closes, ['averages', 'bands']).map(({ values }) => values.at(-1))
    const tail = indicatorLines(closes.slice(-indicatorReach), ['averages', 'bands']).map(({ values }) => values.at(-1))
    expect(tail).toEqual(whole)
  })
})
