import { expect, it } from 'vitest'
import { createServerClock } from './server-clock.ts'

it('trusts the quickest round trip most', () => {
  let localMs = 1_000
  const clock = createServerClock(() => localMs)
  clock.greet(5_000, 0)
  localMs = 1_100
  clock.measure(1_000, 5_080)
  expect(clock.nowMs()).toBe(5_130)
  localMs = 2_000
  clock.measure(1_200, 9_999)
  expect(clock.nowMs()).toBe(5_130 + 900)
})

it('forgets earlier measurements at a new greeting, because the phone’s own clock may have been set', () => {
  let localMs = 1_000
  const clock = createServerClock(() => localMs)
  clock.greet(5_000, 0)
  clock.measure(1_000, 5_000)
  localMs = 900_000
  clock.greet(6_000, 0)
  expect(clock.nowMs()).toBe(6_000)
  localMs = 900_200
  clock.measure(900_000, 6_100)
  expect(clock.nowMs()).toBe(6_200)
})
