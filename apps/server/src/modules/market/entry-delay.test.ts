import { expect, test } from 'vitest'
import { EntryDelays } from './entry-delay.ts'

const minute = 60_000

/** Follows one lag after the other, a minute apart, and returns the delay after each. */
function follow(lagsMs: readonly (number | null)[], entryDelaySlots = 1): number[] {
  const delays = new EntryDelays([{ id: 1, entryDelaySlots }])
  let slots = entryDelaySlots
  return lagsMs.map((lagMs, index) => {
    const changed = delays.changed([{ instrumentId: 1, lagMs }], index * minute)
    delays.applied(changed, index * minute)
    slots = changed[0]?.slots ?? slots
    return slots
  })
}

test('goes up at once to as many slots as the lag', () => {
  expect(follow([500, 501, 1_900])).toEqual([1, 2, 4])
})

test('goes down by a slot once ten minutes did not need it', () => {
  const calm = Array.from({ length: 20 }, () => 100)
  expect(follow([1_500, ...calm])).toEqual([...Array(10).fill(3), ...Array(10).fill(2), 1])
  // A lag that needs the delay again begins the ten minutes again.
  expect(follow([1_500, 100, 100, 100, 100, 100, 1_200, ...calm.slice(0, 9)]).at(-1)).toBe(3)
})

test('stays between one slot and ten', () => {
  expect(follow([0, 60_000])).toEqual([1, 10])
})

test('stays where the lag is unknown', () => {
  expect(follow(Array(30).fill(null), 4).at(-1)).toBe(4)
})

test('tries again where it could not be stored', () => {
  const delays = new EntryDelays([{ id: 1, entryDelaySlots: 1 }])
  const lags = [{ instrumentId: 1, lagMs: 900 }]
  expect(delays.changed(lags, 0)).toEqual(delays.changed(lags, minute))
})
