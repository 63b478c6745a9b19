import { describe, expect, test } from 'vitest'
import { atLeastRatio, atMost, judge, median, quantile, tableLines } from './figure.ts'

const figure = { name: 'orders', value: 900, unit: '1/s', against: 'TPC-B', againstValue: 100 }

describe('a figure', () => {
  test('is held against the ratio to its peer, or against its own value', () => {
    expect(judge(figure, atLeastRatio(9))).toMatchObject({ ratio: 9, bar: '≥ 9 ×', ok: true })
    expect(judge(figure, atLeastRatio(9.1))).toMatchObject({ ok: false })
    expect(judge(figure, atMost(899))).toMatchObject({ bar: '≤ 899 1/s', ok: false })
    expect(judge(figure, undefined)).toMatchObject({ bar: null, ok: null })
  })

  test('says in the table that its bar is missed', () => {
    expect(tableLines([judge(figure, atLeastRatio(10))]).at(-1)).toMatch(/^orders .* 9 × .*MISSED$/)
  })
})

test('a median is the middle, of an even count the mean of both middles', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([9, 1, 5, 6])).toBe(5.5)
  expect(() => median([])).toThrow('nothing')
})

test('99 of 100 values do not exceed the quantile of 0.99', () => {
  expect(
    quantile(
      Array.from({ length: 100 }, (_, index) => index + 1),
      0.99,
    ),
  ).toBe(99)
  expect(quantile([7], 0.99)).toBe(7)
})
