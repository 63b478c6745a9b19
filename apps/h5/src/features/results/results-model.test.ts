import { describe, expect, test } from 'vitest'
import { anOrder } from '../../shared/testing/order-fixture.ts'
import { resultsSince, withResults } from './results-model.ts'

const ended = (id: string, settledAtMs = 61_500) =>
  anOrder({ id, state: 'closed', result: 'won', net: '84', settledAtMs })
const one = (id: string) => ({ orders: [ended(id)], hasMore: false })

describe('the result chip', () => {
  test('shows a result with its receipt, and the newest of several that come one after another', () => {
    const first = withResults(null, one('1'))
    expect(first).toEqual({ kind: 'one', order: ended('1'), further: 0 })
    const second = withResults(first, one('2'))
    expect(second).toEqual({ kind: 'one', order: ended('2'), further: 1 })
    expect(withResults(second, one('3'))).toMatchObject({ order: { id: '3' }, further: 2 })
  })

  test('says how many contracts ended while the app was away', () => {
    const several = { orders: [ended('3'), ended('2'), ended('1')], hasMore: false }
    expect(withResults(null, several)).toEqual({ kind: 'many', count: 3, hasMore: false })
    expect(withResults(null, { ...several, hasMore: true })).toMatchObject({ hasMore: true })
    expect(withResults(withResults(null, several), one('4'))).toMatchObject({ order: { id: '4' }, further: 3 })
    expect(withResults(withResults(null, one('0')), several)).toMatchObject({ kind: 'many', count: 4 })
  })

  test('stays as it is where the receipt itself shows the result', () => {
    expect(withResults(null, { orders: [], hasMore: false })).toBeNull()
  })
})

describe('the results since the last look', () => {
  test('are those that settled after it', () => {
    const orders = [ended('3', 200_000), ended('2', 150_000), ended('1', 100_000)]
    expect(resultsSince(orders, 100_000).ended.map(({ id }) => id)).toEqual(['3', '2'])
    expect(resultsSince(orders, 200_000).ended).toEqual([])
  })

  test('overlap by a minute, and the look never goes back', () => {
    expect(resultsSince([ended('1', 200_000)], 0).nextSinceMs).toBe(140_000)
    expect(resultsSince([ended('1', 200_000)], 190_000).nextSinceMs).toBe(190_000)
  })
})
