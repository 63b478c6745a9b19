import { describe, expect, test } from 'vitest'
import { anOrder } from '../../shared/testing/order-fixture.ts'
import { dayAt, dayName, daysOf, wantsMoreSums } from './order-days-model.ts'

const at = (time: string) => Date.parse(time)

describe('the day of a settlement', () => {
  test('begins at local midnight, ahead of UTC and behind it', () => {
    expect(dayAt(at('2026-11-20T16:00:00Z'), 480)).toEqual({ day: '2026-11-21', startMs: at('2026-11-20T16:00:00Z') })
    expect(dayAt(at('2026-11-20T15:59:59Z'), 480).day).toBe('2026-11-20')
    expect(dayAt(at('2026-11-20T04:59:59Z'), -300)).toEqual({ day: '2026-11-19', startMs: at('2026-11-19T05:00:00Z') })
  })

  test('is called today and yesterday', () => {
    const now = at('2026-11-21T10:00:00Z')
    expect(dayName(at('2026-11-21T00:00:00Z'), now, 0)).toBe('today')
    expect(dayName(at('2026-11-20T00:00:00Z'), now, 0)).toBe('yesterday')
    expect(dayName(at('2026-11-19T00:00:00Z'), now, 0)).toBe('earlier')
  })
})

describe('the days of a list', () => {
  const orders = ['2026-11-21T08:00:00Z', '2026-11-20T23:00:00Z', '2026-11-20T01:00:00Z'].map((time, index) =>
    anOrder({ id: String(index), state: 'closed', result: 'won', net: '84', settledAtMs: at(time) }),
  )

  test('keep the order of the list, each contract in one day', () => {
    expect(daysOf(orders, 0).map(({ day, orders: listed }) => [day, listed.map(({ id }) => id)])).toEqual([
      ['2026-11-21', ['0']],
      ['2026-11-20', ['1', '2']],
    ])
    expect(daysOf(orders, 120).map(({ orders: listed }) => listed.length)).toEqual([2, 1])
  })

  test('ask for more sums only while the sums end above the list', () => {
    const days = daysOf(orders, 0)
    const [today, yesterday] = days
    expect(wantsMoreSums(days, today === undefined ? [] : [today], true)).toBe(true)
    expect(wantsMoreSums(days, yesterday === undefined ? [] : [yesterday], true)).toBe(false)
    expect(wantsMoreSums(days, [], false)).toBe(false)
    expect(wantsMoreSums([], [], true)).toBe(false)
  })
})
