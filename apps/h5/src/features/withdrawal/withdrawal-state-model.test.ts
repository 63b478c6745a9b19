import { withdrawalState } from '@candor/api'
import type { WithdrawalStep } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { drawnState, hasEnded, labelOf, restOf, runningPromise } from './withdrawal-state-model.ts'

const step = (over: Partial<WithdrawalStep>): WithdrawalStep => ({
  name: 'approved',
  state: 'now',
  owner: 'payments',
  atMs: null,
  promisedMs: null,
  isOverdue: false,
  ...over,
})

describe('the label of a withdrawal', () => {
  it('is one of the five words of the specification, for every state', () => {
    expect(Object.fromEntries(withdrawalState.options.map((state) => [state, labelOf(state)]))).toEqual({
      'under-review': 'underReview',
      approved: 'inProgress',
      sent: 'inProgress',
      completed: 'completed',
      failed: 'fail',
      rejected: 'fail',
      cancelled: 'unfinished',
    })
  })

  it('goes on changing only until the withdrawal has ended', () => {
    expect(withdrawalState.options.filter((state) => !hasEnded(state))).toEqual(['under-review', 'approved', 'sent'])
  })
})

describe('a step of the clock', () => {
  it('is late where its time has passed, and only while it is its turn', () => {
    expect(drawnState(step({ isOverdue: true }))).toBe('late')
    expect(drawnState(step({}))).toBe('now')
    expect(drawnState(step({ state: 'done', isOverdue: true }))).toBe('done')
    expect(drawnState(step({ state: 'ahead' }))).toBe('next')
  })

  it('that ends the withdrawal badly is drawn as its end', () => {
    for (const name of ['rejected', 'cancelled', 'failed'] as const)
      expect(drawnState(step({ name, state: 'done' }))).toBe('ended')
  })
})

describe('the promise that runs', () => {
  const steps = [
    step({ name: 'requested', state: 'done', atMs: 1_000 }),
    step({ name: 'checked', state: 'done', atMs: 1_500 }),
    step({ promisedMs: 9_000 }),
    step({ name: 'sent', state: 'ahead', promisedMs: 12_000 }),
  ]

  it('is that of the step whose turn it is, from the end of the one before', () => {
    expect(runningPromise({ steps, createdMs: 1_000 })).toMatchObject({ startedMs: 1_500, promisedMs: 9_000 })
  })

  it('is none where it is over, or nothing is promised', () => {
    expect(
      runningPromise({ steps: steps.map((each) => ({ ...each, state: 'done' as const })), createdMs: 1_000 }),
    ).toBeNull()
    expect(runningPromise({ steps: [step({})], createdMs: 1_000 })).toBeNull()
  })

  it('is given in hours and minutes, and is never negative', () => {
    const minuteMs = 60_000
    expect(restOf(210 * minuteMs, 0)).toEqual({ hours: 3, minutes: 30 })
    expect(restOf(minuteMs, 1)).toEqual({ hours: 0, minutes: 1 })
    expect(restOf(0, minuteMs)).toEqual({ hours: 0, minutes: 0 })
  })
})
