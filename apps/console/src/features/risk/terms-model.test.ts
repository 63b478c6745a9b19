import { describe, expect, it } from 'vitest'
import { durationUnit, formOf, termsFault } from './terms-model.ts'

const current = {
  durationMs: 30_000,
  version: 3,
  isOffered: true,
  stakeMin: '1.000000',
  stakeMax: '1000',
  feeBps: 100,
  payoutBps: 8_500,
  maxOpenPayout: '50000',
}

describe('a proposal', () => {
  const form = { ...formOf(current), payoutBps: '8000', note: 'calmer market' }

  it('needs numbers, a change and a reason', () => {
    expect(termsFault(form, current)).toBeNull()
    expect(termsFault({ ...form, stakeMax: 'a lot' }, current)).toBe('number')
    expect(termsFault({ ...form, feeBps: '-1' }, current)).toBe('number')
    expect(termsFault({ ...form, payoutBps: '8500' }, current)).toBe('same')
    expect(termsFault({ ...form, note: ' ' }, current)).toBe('note')
  })
})

it('names durations by the unit that fits them', () => {
  expect(durationUnit(30_000)).toEqual({ unit: 'seconds', count: 30 })
  expect(durationUnit(300_000)).toEqual({ unit: 'minutes', count: 5 })
  expect(durationUnit(5_400_000)).toEqual({ unit: 'minutes', count: 90 })
  expect(durationUnit(86_400_000)).toEqual({ unit: 'hours', count: 24 })
})
