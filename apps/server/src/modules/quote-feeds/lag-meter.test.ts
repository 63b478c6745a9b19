import { expect, test } from 'vitest'
import { LagMeter } from './lag-meter.ts'

test('knows no lag before a message named its time', () => {
  expect(new LagMeter().p99Ms()).toBeNull()
})

test('is settled once it is measured on more than a few messages', () => {
  const meter = new LagMeter()
  meter.add(4_000)
  expect([meter.p99Ms(), meter.settledP99Ms()]).toEqual([4_000, null])
  for (let index = 0; index < 511; index += 1) meter.add(100)
  expect(meter.settledP99Ms()).toBe(100)
})

test('is the lag that 99 of 100 messages keep', () => {
  const meter = new LagMeter()
  for (let index = 0; index < 512; index += 1) meter.add(index < 500 ? 100 : 900)
  expect(meter.p99Ms()).toBe(900)
})

test('forgets old lags', () => {
  const meter = new LagMeter()
  for (let index = 0; index < 512; index += 1) meter.add(900)
  for (let index = 0; index < 512; index += 1) meter.add(100)
  expect(meter.p99Ms()).toBe(100)
})
