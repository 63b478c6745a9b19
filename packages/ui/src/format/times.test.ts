import { describe, expect, it } from 'vitest'
import { formatCountdown, formatReceiptTime } from './times.ts'

describe('countdown', () => {
  it('counts a second until it is over', () => {
    expect(formatCountdown(38_000)).toBe('0:38')
    expect(formatCountdown(37_001)).toBe('0:38')
    expect(formatCountdown(1)).toBe('0:01')
  })

  it('stays at zero once it is over', () => {
    expect(formatCountdown(0)).toBe('0:00')
    expect(formatCountdown(-5_000)).toBe('0:00')
  })

  it('shows hours where there are some', () => {
    expect(formatCountdown(3 * 3_600_000 + 5 * 60_000 + 9_000)).toBe('3:05:09')
  })
})

describe('receipt time', () => {
  it('is UTC with milliseconds', () => {
    expect(formatReceiptTime(Date.UTC(2026, 10, 21, 14, 32, 7, 500))).toBe('2026-11-21 14:32:07.500')
  })
})
