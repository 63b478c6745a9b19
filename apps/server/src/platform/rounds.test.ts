import { expect, test } from 'vitest'
import { startRounds } from './rounds.ts'

/** Rounds that end on command, and a clock that ticks by hand. */
function startHeld() {
  const ends: (() => void)[] = []
  let tick = () => {}
  let isEnded = false
  let isStopping = () => false
  const rounds = startRounds(
    (asked) => {
      isStopping = asked
      return new Promise<void>((resolve) => ends.push(resolve))
    },
    {
      everyMs: 1_000,
      repeat: (work) => {
        tick = work
        return () => (isEnded = true)
      },
    },
  )
  return { rounds, ends, tick: () => tick(), isEnded: () => isEnded, isStopping: () => isStopping() }
}

test('a round begins at once, and none beside one that is under way', async () => {
  const { rounds, ends, tick } = startHeld()
  tick()
  const looked = rounds.look()
  expect(ends.length).toBe(1)
  ends[0]?.()
  await looked
  tick()
  expect(ends.length).toBe(2)
})

test('a round under way learns that it is to end', async () => {
  const { rounds, ends, isStopping } = startHeld()
  expect(isStopping()).toBe(false)
  const stopped = rounds.stop()
  expect(isStopping()).toBe(true)
  ends[0]?.()
  await stopped
})

test('stopping waits for the round under way, and ends the clock', async () => {
  const { rounds, ends, isEnded } = startHeld()
  let isStopped = false
  const stopped = rounds.stop().then(() => (isStopped = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect([isEnded(), isStopped]).toEqual([true, false])
  ends[0]?.()
  await stopped
})
