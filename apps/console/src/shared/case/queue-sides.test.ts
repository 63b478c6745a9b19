import { describe, expect, it } from 'vitest'
import { fits, isOnSide, sideNamed, valuesOf } from './queue-sides.ts'

const nowMs = 10_000
const own = new Set(['kyc:5'])
const late = { subject: 'kyc:4', promise: { startMs: 0, promisedMs: 9_999 } }
const mine = { subject: 'kyc:5', promise: { startMs: 0, promisedMs: 10_000 } }
const unpromised = { subject: 'deposit:6', promise: null }

describe('the lists of a queue', () => {
  it('have addresses, which no number of a case can be', () => {
    expect(sideNamed('late')).toBe('late')
    expect(sideNamed('45')).toBeNull()
    expect(sideNamed(null)).toBeNull()
  })

  it('hold everything, what the operator has taken, and what is late', () => {
    const on = (side: 'waiting' | 'mine' | 'late' | 'decided') =>
      [late, mine, unpromised].filter((item) => isOnSide(side, item, { own, nowMs })).map(({ subject }) => subject)
    expect(on('waiting')).toEqual(['kyc:4', 'kyc:5', 'deposit:6'])
    expect(on('mine')).toEqual(['kyc:5'])
    expect(on('late')).toEqual(['kyc:4'])
    expect(on('decided')).toEqual([])
  })
})

describe('the filters of a queue', () => {
  const facets = { step: 'approved', asset: 'USD' }

  it('leave only what has every chosen value', () => {
    expect(fits(facets, {})).toBe(true)
    expect(fits(facets, { step: 'approved', asset: 'USD' })).toBe(true)
    expect(fits(facets, { step: 'approved', asset: 'USDT' })).toBe(false)
    expect(fits({}, { step: 'approved' })).toBe(false)
  })

  it('offer the values that occur, each once', () => {
    expect(valuesOf([{ facets }, { facets: { step: 'sent' } }, { facets }, { facets: {} }], 'step')).toEqual([
      'approved',
      'sent',
    ])
  })
})
