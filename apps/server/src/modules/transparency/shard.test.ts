import { expect, test } from 'vitest'
import { firstSlotFrom, shardAt, shardEndMs, shardEndSlot, shardOfSlot } from './shard.ts'

test('a shard is a half-year in UTC', () => {
  expect(shardAt(Date.UTC(2026, 5, 30, 23, 59, 59, 999))).toBe('2026h1')
  expect(shardAt(Date.UTC(2026, 6))).toBe('2026h2')
  expect(shardAt(Date.UTC(2027, 0) - 1)).toBe('2026h2')
  expect(shardEndMs('2026h1')).toBe(Date.UTC(2026, 6))
  expect(shardEndMs('2026h2')).toBe(Date.UTC(2027, 0))
})

test.each([0, 1, 250, 499])(
  'each slot is in one shard, wherever in a slot the half-year begins (%i ms)',
  (offsetMs) => {
    const genesisMs = Date.UTC(2026, 0, 5) + offsetMs
    const first = firstSlotFrom(Date.UTC(2026, 6), genesisMs)
    expect(shardEndSlot('2026h1', genesisMs)).toBe(first)
    expect([first - 1, first].map((slot) => shardOfSlot(slot, genesisMs))).toEqual(['2026h1', '2026h2'])
  },
)
