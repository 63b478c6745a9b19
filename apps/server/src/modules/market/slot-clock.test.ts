import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { SlotClock } from './slot-clock.ts'

function clocks() {
  const wall = manualClock(1_000_000)
  const monotonic = manualClock(77)
  const clock = new SlotClock({ wall, monotonicMs: () => monotonic.nowMs(), genesisMs: 1_000_000 })
  const pass = (ms: number) => {
    wall.advance(ms)
    monotonic.advance(ms)
  }
  return { wall, monotonic, clock, pass }
}

test('moves with the monotonic clock and names the newest slot that is over', () => {
  const { clock, pass, wall } = clocks()
  expect(clock.endedSlot()).toBe(-1)
  pass(1_499)
  expect(clock.endedSlot()).toBe(1)
  expect(clock.msUntilEnd(2)).toBe(1)
  wall.advance(200)
  expect(clock.nowMs()).toBe(1_001_499)
  expect(clock.isSteady()).toBe(true)
})

test.each([251, -251, 3_600_000, -3_600_000])(
  'stops when wall time steps by %d ms, and goes on at the new time after 10 s',
  (step) => {
    const { clock, pass, wall } = clocks()
    pass(5_000)
    wall.advance(step)
    expect(clock.isSteady()).toBe(false)
    pass(9_999)
    expect(clock.isSteady()).toBe(false)
    pass(1)
    expect(clock.isSteady()).toBe(true)
    expect(clock.nowMs()).toBe(1_015_000 + step)
  },
)

test('waits again when wall time steps again meanwhile, and forgets a step that was taken back', () => {
  const { clock, pass, wall } = clocks()
  wall.advance(1_000)
  expect(clock.isSteady()).toBe(false)
  pass(9_000)
  wall.advance(1_000)
  expect(clock.isSteady()).toBe(false)
  pass(9_999)
  expect(clock.isSteady()).toBe(false)
  wall.advance(-2_000)
  expect(clock.isSteady()).toBe(true)
  expect(clock.nowMs()).toBe(1_018_999)
})

test('waits until a slot is over and not less, or for the given time', async () => {
  const startMs = performance.now()
  const real = () => performance.now() - startMs
  const clock = new SlotClock({ wall: { nowMs: () => 1_000_000 }, monotonicMs: real, genesisMs: 1_000_000 - 450 })
  await clock.untilEnd(0, 5_000)
  expect(real()).toBeGreaterThanOrEqual(50)
  expect(clock.endedSlot()).toBe(0)
  await clock.untilEnd(1_000, 20)
  expect(clock.endedSlot()).toBeLessThan(1_000)
})
