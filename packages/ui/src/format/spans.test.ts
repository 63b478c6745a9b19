import { describe, expect, it } from 'vitest'
import { formatMonth, formatSpan } from './spans.ts'

describe('a span', () => {
  it('is shown in the largest unit in which it is whole', () => {
    expect(formatSpan('en-GB', 86_400_000)).toBe('24 hours')
    expect(formatSpan('en-GB', 3_600_000)).toBe('1 hour')
    expect(formatSpan('en-GB', 5_400_000)).toBe('90 minutes')
    expect(formatSpan('en-GB', 2_500)).toBe('3 seconds')
    expect(formatSpan('zh-CN', 14_400_000)).toBe('4小时')
    expect(formatSpan('en-GB', 0)).toBe('0 seconds')
  })
})

it('a month has its year', () => {
  expect(formatMonth('en-GB', new Date(2026, 10, 1).getTime())).toBe('Nov 2026')
  expect(formatMonth('zh-CN', new Date(2026, 10, 30).getTime())).toBe('2026年11月')
})
