import { describe, expect, test } from 'vitest'
import { someTerms } from '../../shared/testing/terms-fixture.ts'
import { initialContractForm, summariseContract } from './contract-form-model.ts'
import { buyGate, buyObstacle, type MarketMoment } from './contract-gate-model.ts'

const nowMs = 1_000_000
const terms = someTerms()
const open: MarketMoment = {
  instrument: { isHalted: false, nextOpenMs: null, closesMs: null },
  quote: { state: 'open', ageMs: 200 },
  isOffline: false,
  nowMs,
}
const summary = summariseContract(initialContractForm, { terms: [terms], availableUnits: 1_000_000_000n })

describe('the obstacles to buying', () => {
  test('is nothing when the market is open, connected and the stake fits', () => {
    expect(buyObstacle(open, summary)).toBeNull()
  })

  test('is a lost connection before anything else', () => {
    expect(buyObstacle({ ...open, isOffline: true, quote: { state: 'stale', ageMs: 1 } }, summary)).toEqual({
      kind: 'offline',
    })
  })

  test('is a stale price, with the time of its last tick', () => {
    expect(buyObstacle({ ...open, quote: { state: 'stale', ageMs: 14_000 } }, summary)).toEqual({
      kind: 'stale',
      sinceMs: nowMs - 14_000,
    })
  })

  test('is a closed market, with its next opening', () => {
    const closed = {
      ...open,
      instrument: { isHalted: false, nextOpenMs: 5, closesMs: null },
      quote: { state: 'closed', ageMs: 0 },
    } as const
    expect(buyObstacle(closed, summary)).toEqual({ kind: 'closed', opensMs: 5 })
  })

  test('is a halt, a missing duration, a disagreement about the odds, or the stake', () => {
    expect(buyObstacle({ ...open, instrument: { isHalted: true, nextOpenMs: null, closesMs: null } }, summary)).toEqual(
      { kind: 'halted' },
    )
    expect(buyObstacle(open, { ...summary, terms: null })).toEqual({ kind: 'not-offered' })
    expect(buyObstacle(open, { ...summary, doOddsDisagree: true })).toEqual({ kind: 'odds-disagree' })
    expect(buyObstacle(open, { ...summary, stakeError: 'above-maximum' })).toEqual({
      kind: 'stake',
      error: 'above-maximum',
    })
  })

  test('is the close when the contract would run past it, and not when it ends exactly then', () => {
    const closing = (closesMs: number) => ({ ...open, instrument: { isHalted: false, nextOpenMs: null, closesMs } })
    expect(buyObstacle(closing(nowMs + 59_999), summary)).toEqual({ kind: 'past-close', closesMs: nowMs + 59_999 })
    expect(buyObstacle(closing(nowMs + 60_000), summary)).toBeNull()
  })
})

test('who may buy meets no gate; others are led to signing in, to the identity check, or to how far that is', () => {
  expect(buyGate(true, 'verified')).toBeNull()
  expect(buyGate(false, undefined)).toBe('sign-in')
  expect([buyGate(true, 'none'), buyGate(true, 'rejected'), buyGate(true, 'under-review')]).toEqual([
    'identity',
    'identity',
    'review',
  ])
})

test('who is signed in and not known yet meets no gate', () => {
  expect(buyGate(true, undefined)).toBeNull()
})
