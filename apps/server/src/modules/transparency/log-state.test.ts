import { describe, expect, test } from 'vitest'
import { independentOf, lastDaySlots, missingSlots } from './log-state.ts'
import type { WitnessView } from './witness-state.ts'

const genesisMs = 1_000_000

describe('slots without a frame', () => {
  const bounds = { genesisMs, oldest: 0, newest: 99 }

  test('are of the slots since the first frame, or of the last day', () => {
    expect(lastDaySlots(bounds, genesisMs + 50_000)).toEqual({ from: 0, before: 100, newest: 99 })
    expect(lastDaySlots({ ...bounds, newest: 200_000 }, genesisMs)).toEqual({
      from: 27_201,
      before: 200_001,
      newest: 200_000,
    })
    expect(lastDaySlots({ ...bounds, oldest: null, newest: null }, genesisMs)).toBeNull()
  })

  test('are those in gaps, cut at the ends of the span', () => {
    const gaps = [
      { from: 5, to: 11 },
      { from: 50, to: 50 },
    ]
    expect(missingSlots({ from: 10, before: 100, newest: 99 }, gaps)).toBe(3)
  })

  test('are all after the newest frame, once it is too late for them', () => {
    const span = { from: 0, before: 121, newest: 99 }
    expect(lastDaySlots(bounds, genesisMs + 70_000)).toEqual(span)
    expect(missingSlots(span, [])).toBe(21)
  })
})

test('the independent witness that is furthest behind says how far all have come', () => {
  const witness = (cosignedMs: number | null, isIndependent: boolean): WitnessView['witnesses'][number] => ({
    name: 'a witness',
    vkey: 'a key',
    place: isIndependent ? 'elsewhere' : 'own',
    isIndependent,
    cosignedSize: 1,
    cosignedMs,
    state: 'fresh',
  })
  const of = (...times: readonly (number | null)[]) =>
    independentOf({
      witnesses: [witness(1, false), ...times.map((time) => witness(time, true))],
      independentCount: 1,
      requiredCount: 1,
    })
  expect(of(70, 50)).toEqual({ independent: 2, fresh: 1, cosignedMs: 50 })
  expect(of(70, null)).toEqual({ independent: 2, fresh: 1, cosignedMs: null })
  expect(of()).toMatchObject({ independent: 0, cosignedMs: null })
})
