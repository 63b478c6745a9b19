import { expect, test } from 'vitest'
import { decidingSlots, maxProvenSlots, provenSlots } from './deciding-slots.ts'
import { leafRanges } from './proven-leaves.ts'

const averages = { entrySlot: 100, exitSlot: 160, entryWindowSlots: 10, exitWindowSlots: 20 }
const single = { entrySlot: 100, exitSlot: 160, entryWindowSlots: 1, exitWindowSlots: 1 }
const open = (...slots: number[]) => slots.map((slot) => ({ slot, isOpen: true }))

test('are the borders of both windows, or the entry and the wait for an exit', () => {
  expect(decidingSlots(averages)).toEqual({ rule: 'averages', borders: [99, 109, 140, 160] })
  expect(decidingSlots(single)).toEqual({ rule: 'single', entrySlot: 100, exit: { from: 160, to: 180 } })
})

test('are proven alone where each has a frame', () => {
  expect(provenSlots(averages, open(99, 109, 140, 160))).toEqual(
    [99, 109, 140, 160].map((slot) => ({ from: slot, to: slot })),
  )
})

test('are proven with the gap from the newest frame before a border', () => {
  expect(provenSlots(averages, open(97, 104, 160))).toEqual([
    { from: 97, to: 99 },
    { from: 104, to: 140 },
    { from: 160, to: 160 },
  ])
  expect(provenSlots(averages, open(97))).toEqual([{ from: 97, to: 160 }])
})

test('are joined where they touch', () => {
  const adjacent = { ...averages, exitSlot: 130 }
  expect(provenSlots(adjacent, open(99, 109, 110, 130))).toEqual([
    { from: 99, to: 99 },
    { from: 109, to: 110 },
    { from: 130, to: 130 },
  ])
})

test('under the old rule, are the entry and all slots to the first open exit', () => {
  const stale = { slot: 161, isOpen: false }
  const [entry] = open(100)
  if (entry === undefined) throw new Error('there is no entry')
  expect(provenSlots(single, [entry, stale, ...open(163)])).toEqual([
    { from: 100, to: 100 },
    { from: 160, to: 163 },
  ])
  expect(provenSlots(single, [entry, stale])).toEqual([
    { from: 100, to: 100 },
    { from: 160, to: 180 },
  ])
  expect(provenSlots(single, [{ slot: 100, isOpen: false }])).toEqual([{ from: 100, to: 100 }])
  expect(provenSlots(single, [])).toEqual([{ from: 100, to: 100 }])
  expect(() => provenSlots(single, [entry, ...open(181)])).toThrow('decides nothing')
})

test('are not too many to be proven', () => {
  const long = { ...averages, exitSlot: 99 + maxProvenSlots }
  expect(provenSlots({ ...long, exitSlot: long.exitSlot - 1 }, open(99))).toHaveLength(1)
  expect(() => provenSlots({ ...long, exitSlot: long.exitSlot + 1 }, open(99))).toThrow('More than 262144 slots')
})

test('belong to the last shard that has begun', () => {
  const slots = [
    { from: 97, to: 104 },
    { from: 160, to: 160 },
  ]
  const range = (start: number, end: number) => ({ start, end })
  expect(leafRanges([{ firstSlot: 90 }], slots)).toEqual([[range(7, 15), range(70, 71)]])
  expect(leafRanges([{ firstSlot: 90 }, { firstSlot: 100 }], slots)).toEqual([
    [range(7, 10)],
    [range(0, 5), range(60, 61)],
  ])
  expect(() => leafRanges([{ firstSlot: 100 }, { firstSlot: 90 }], slots)).toThrow('do not ascend')
  expect(() => leafRanges([{ firstSlot: 98 }], slots)).toThrow('before its first shard')
  expect(() => leafRanges([{ firstSlot: 90 }, { firstSlot: 161 }], slots)).toThrow('none of its slots')
})
