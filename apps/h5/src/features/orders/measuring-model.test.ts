import { describe, expect, test } from 'vitest'
import { anOrder } from '../../shared/testing/order-fixture.ts'
import { exitWindowStartMs, measuringAt, windowShares, withSlotPrice } from './measuring-model.ts'
import type { SlotPrice } from './measuring-model.ts'

const order = anOrder({ entrySlot: 2, entryAtMs: 1_500, entryWindowSlots: 4, exitAtMs: 61_500 })
const ticksOf = (...states: string[]) => states.map((state, index) => ({ slot: 2 + index, state }))
const price = (slot: number, text: string, isOpen = true): SlotPrice => ({ slot, price: text, isOpen })

describe('measuring the entry price', () => {
  test('averages the prices so far, with one decimal more than theirs', () => {
    const prices = [price(2, '4077.2'), price(3, '4077.1')]
    expect(measuringAt(order, prices, { newestSlot: 3, nowMs: 2_000 })).toEqual({
      ticks: ticksOf('measured', 'measured', 'ahead', 'ahead'),
      openCount: 2,
      average: '4077.15',
      elapsedMs: 1_000,
    })
  })

  test('leaves a missed or stale half-second empty', () => {
    const prices = [price(2, '4077.2'), price(4, '4000.0', false)]
    expect(measuringAt(order, prices, { newestSlot: 4, nowMs: 9_000 })).toEqual({
      ticks: ticksOf('measured', 'missing', 'missing', 'ahead'),
      openCount: 1,
      average: '4077.20',
      elapsedMs: 2_000,
    })
  })

  test('claims nothing about half-seconds that were over before it saw prices', () => {
    const opened = { newestSlot: 4, nowMs: 9_000 }
    expect(measuringAt(order, [price(4, '4077.2')], opened)).toEqual({
      ticks: ticksOf('unseen', 'unseen', 'measured', 'ahead'),
      openCount: null,
      average: null,
      elapsedMs: 2_000,
    })
    expect(measuringAt(order, [], opened)).toMatchObject({ ticks: ticksOf('unseen', 'unseen', 'unseen', 'ahead') })
  })

  test('has no average before the first price', () => {
    expect(measuringAt(order, [], { newestSlot: 1, nowMs: 900 })).toMatchObject({ average: null, elapsedMs: 0 })
  })

  test('takes one price for each slot of the window, and none outside', () => {
    const first = withSlotPrice([], price(2, '1.0'), order)
    expect(first).toHaveLength(1)
    expect(withSlotPrice(first, price(2, '2.0'), order)).toBe(first)
    expect(withSlotPrice(first, price(1, '2.0'), order)).toBe(first)
    expect(withSlotPrice(first, price(6, '2.0'), order)).toBe(first)
    expect(withSlotPrice(first, price(5, '2.0'), order)).toHaveLength(2)
  })
})

describe('measuring the exit price', () => {
  const ending = anOrder({ exitSlot: 122, exitAtMs: 61_500, exitWindowSlots: 4 })

  test('averages the prices of the exit window so far, from its first slot on', () => {
    const before = withSlotPrice([], price(118, '4000.0'), ending, 'exit')
    expect(before).toEqual([])
    const prices = withSlotPrice(
      withSlotPrice(before, price(119, '4078.2'), ending, 'exit'),
      price(120, '4078.1'),
      ending,
      'exit',
    )
    expect(exitWindowStartMs(ending)).toBe(59_500)
    expect(measuringAt(ending, prices, { newestSlot: 120, nowMs: 60_500 }, 'exit')).toEqual({
      ticks: [
        { slot: 119, state: 'measured' },
        { slot: 120, state: 'measured' },
        { slot: 121, state: 'ahead' },
        { slot: 122, state: 'ahead' },
      ],
      openCount: 2,
      average: '4078.15',
      elapsedMs: 1_000,
    })
  })

  test('has no average where the screen was opened in the middle of it', () => {
    const late = [price(121, '4078.2')]
    expect(measuringAt(ending, late, { newestSlot: 121, nowMs: 61_000 }, 'exit').average).toBeNull()
  })
})

describe('the windows around the countdown', () => {
  test('are the time that remains in them', () => {
    const minute = anOrder({
      durationMs: 60_000,
      entrySlot: 2,
      entryAtMs: 1_500,
      exitAtMs: 61_500,
      entryWindowSlots: 10,
      exitWindowSlots: 20,
    })
    const [entry, exit] = windowShares(minute)
    // The entry slot itself begins half a second before the countdown.
    expect(entry).toEqual({ fromShare: 55.5 / 60, toShare: 1 })
    expect(exit).toEqual({ fromShare: 0, toShare: 10 / 60 })
  })

  test('are not drawn where single frames decide', () => {
    expect(windowShares({ ...order, entryWindowSlots: 1, exitWindowSlots: 1 })).toEqual([])
  })
})
