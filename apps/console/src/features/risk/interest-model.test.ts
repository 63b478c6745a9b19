import { describe, expect, it } from 'vitest'
import { interestError, interestFormOf, reservedPercent, wantedInterest } from './interest-model.ts'

const minute = 60_000
const day = 86_400_000
const current = {
  asset: 'USDT' as const,
  durationMs: 7 * day,
  version: 2,
  isOpen: true,
  dailyRatePpm: 100,
  min: '10',
  max: '5000.00',
  createdMs: 0,
}

describe('a proposal', () => {
  it('keeps the duration of its product, also where that is no whole days', () => {
    const short = { ...current, durationMs: minute }
    expect(wantedInterest({ ...interestFormOf(short), dailyRatePpm: '150' }, short)).toMatchObject({
      durationMs: minute,
      dailyRatePpm: 150,
    })
  })

  it('needs numbers, a change and a reason', () => {
    const form = { ...interestFormOf(current), dailyRatePpm: '120', note: 'a calmer year' }
    expect(interestError(form, current)).toBeNull()
    expect(interestError({ ...form, min: 'little' }, current)).toBe('number')
    expect(interestError({ ...form, dailyRatePpm: '0' }, current)).toBe('number')
    expect(interestError({ ...form, dailyRatePpm: '100' }, current)).toBe('same')
    expect(interestError({ ...form, note: ' a ' }, current)).toBe('note')
  })

  it('of a new product needs whole days as well', () => {
    const form = { ...interestFormOf(null), dailyRatePpm: '120', min: '10', max: '100', note: 'for a quarter' }
    expect(interestError(form, null)).toBe('number')
    expect(interestError({ ...form, days: '0.5' }, null)).toBe('number')
    expect(interestError({ ...form, days: '90' }, null)).toBeNull()
    expect(wantedInterest({ ...form, days: '90' }, null).durationMs).toBe(90 * day)
  })
})

it('says which share of the money for interest is promised, also where there is none', () => {
  expect(reservedPercent({ funds: '1000000', reserved: '125000' })).toBe('12.5')
  expect(reservedPercent({ funds: '0', reserved: '0' })).toBe('0.0')
})
