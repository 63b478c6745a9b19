import fc from 'fast-check'
import { contractPrices } from '@candor/formulas'
import { expect, test } from 'vitest'
import type { FrameRecord } from '../encoding/index.ts'
import { randomOf } from '../testing/random.ts'
import { pointsOf } from '../testing/synthetic-market.ts'
import { eventful, eventfulMarket, plainOrder } from '../testing/synthetic-world.ts'
import { windowTotals } from './index.ts'
import type { WindowRecords } from './index.ts'

const market = eventfulMarket()

/** The records of a window of the eventful market; null for missing slots. */
function recordsOf(instrumentId: number, from: number, length: number): WindowRecords {
  const recordAt = (slot: number) => market.frames.get(slot)?.records[instrumentId - 1] ?? null
  let at = from - 1
  while (recordAt(at) === null) at -= 1
  const before = recordAt(at)
  if (before === null) throw new Error('no frame is before the window')
  return { before, slots: Array.from({ length }, (_, offset) => recordAt(from + offset)) }
}

test('adds up to the average that settles orders', () => {
  const slots = fc.integer({ min: eventful.firstSlot + 60, max: eventful.endSlot - 100 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), slots, (instrumentId, from) => {
      const { average, missingCount } = windowTotals(recordsOf(instrumentId, from, 10))
      const order = { ...plainOrder, entrySlot: from, exitSlot: from + 30 }
      const points = pointsOf(market, instrumentId, from - 100, from + 30)
      expect(average).toBe(contractPrices(order, points).entry)
      expect(missingCount).toBe(10 - points.filter(({ slot }) => slot >= from && slot < from + 10).length)
    }),
  )
})

const change = (records: WindowRecords, at: number, to: Partial<FrameRecord>): WindowRecords => {
  const record = records.slots[at]
  if (record === null || record === undefined) throw new Error('the slot is missing')
  return { ...records, slots: records.slots.with(at, { ...record, ...to }) }
}

test('finds records whose running sums do not follow', () => {
  const records = recordsOf(1, eventful.firstSlot + 10, 10)
  const random = randomOf(1)
  for (const at of records.slots.keys()) {
    const record = records.slots[at]
    if (record === null || record === undefined) throw new Error('the slot is missing')
    const sums = 'A running sum does not follow from the one before it.'
    const by = BigInt(1 + random.below(100))
    expect(() => windowTotals(change(records, at, { price: record.price + by }))).toThrow(sums)
    expect(() => windowTotals(change(records, at, { priceSum: record.priceSum + by }))).toThrow(sums)
    expect(() => windowTotals(change(records, at, { openCount: record.openCount + 1 }))).toThrow(sums)
    expect(() => windowTotals(change(records, at, { state: 'stale' }))).toThrow(sums)
    expect(() => windowTotals(change(records, at, { epoch: 0 }))).toThrow('The epoch steps back.')
    expect(() => windowTotals(change(records, at, { instrumentId: 2 }))).toThrow('A record is of another instrument.')
  }
  expect(() => windowTotals({ ...records, slots: records.slots.with(4, null) })).toThrow('A running sum')
})

test('has no average without open frames', () => {
  const { before } = recordsOf(1, eventful.firstSlot + 10, 10)
  expect(windowTotals({ before, slots: [null, null] })).toEqual({
    priceSum: 0n,
    openCount: 0,
    missingCount: 2,
    average: null,
  })
  expect(() => windowTotals({ before, slots: [] })).toThrow('The window has no slots.')
})
