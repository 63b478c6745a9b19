import { describe, expect, it } from 'vitest'
import { distanceParts, promiseState } from './promise.ts'

const promise = { startMs: 0, promisedMs: 8_000 }

describe('a promise', () => {
  it('is whole when it is made and half in the middle', () => {
    expect(promiseState(promise, 0)).toEqual({ share: 1, isLate: false, isUrgent: false, distanceMs: 8_000 })
    expect(promiseState(promise, 4_000).share).toBe(0.5)
  })

  it('becomes urgent in its last eighth', () => {
    expect(promiseState(promise, 7_000).isUrgent).toBe(false)
    expect(promiseState(promise, 7_001)).toMatchObject({ isUrgent: true, isLate: false })
  })

  it('says how late it is once it is broken', () => {
    expect(promiseState(promise, 9_500)).toEqual({ share: 0, isLate: true, isUrgent: true, distanceMs: 1_500 })
  })

  it('is never more than whole, and stands a length of nothing', () => {
    expect(promiseState(promise, -5_000).share).toBe(1)
    expect(promiseState({ startMs: 5, promisedMs: 5 }, 5)).toMatchObject({ share: 0, isLate: false })
  })
})

it('tells a distance in days, hours and whole minutes', () => {
  expect(distanceParts(59_999)).toEqual({ days: 0, hours: 0, minutes: 0 })
  expect(distanceParts(3 * 3_600_000 + 48 * 60_000 + 59_000)).toEqual({ days: 0, hours: 3, minutes: 48 })
  expect(distanceParts(50 * 3_600_000)).toEqual({ days: 2, hours: 2, minutes: 0 })
})
