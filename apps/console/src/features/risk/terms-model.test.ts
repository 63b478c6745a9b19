import { describe, expect, it } from 'vitest'
import { durationUnit, formOf, termsError } from './terms-model.ts'

const current = {
  durationMs: 30_000,
  version: 3,
  isOffered: true,
  stakeMin: '1.000000',
  stakeMax: '1000',
  feeBps: 100,
  payoutBps: 8_500,
  maxOpenPayout: '50000',
  entryWindowSlots: 10,
  exitWindowSlots: 20,
}

describe('a proposal', () => {
  const form = { ...formOf(current), payoutBps: '8000', note: 'calmer market' }

  it('needs numbers, a change and a reason', () => {
    expect(termsError(form, current)).toBeNull()
    expect(termsError({ ...form, stakeMax: 'a lot' }, current)).toBe('number')
    expect(termsError({ ...form, feeBps: '-1' }, current)).toBe('number')
    expect(termsError({ ...form, payoutBps: '8500' }, current)).toBe('same')
    expect(termsError({ ...form, note: ' ' }, current)).toBe('note')
  })
})

it('names durations by the unit that fits them', () => {
  expect(durationUnit(30_000)).toEqual({ unit: 'seconds', count: 30 })
  expect(durationUnit(300_000)).toEqual({ unit: 'minutes', count: 5 })
  expect(durationUnit(5_400_000)).toEqual({ unit: 'minutes', count: 90 })
  expect(durationUnit(86_400_000)).toEqual({ unit: 'hours', count: 24 })
})
