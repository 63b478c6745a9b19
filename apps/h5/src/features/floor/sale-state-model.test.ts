import type { SaleView } from '@candor/api'
import { describe, expect, it } from 'vitest'
import { hasEnded, refreshMs, stepsOf } from './sale-state-model.ts'

const sale: SaleView = {
  id: '1',
  advertId: '1',
  desk: { name: 'Kestrel OTC', kind: 'house' },
  quantity: '100',
  unitPrice: '0.9985',
  total: '99.85',
  isAuto: false,
  state: 'in-progress',
  createdMs: 1_000,
  lapsesMs: 901_000,
  endedMs: null,
}

describe('the way of a sale', () => {
  it('waits for the desk until it lapses', () => {
    expect(stepsOf(sale).map(({ name, state, atMs, untilMs }) => [name, state, atMs, untilMs])).toEqual([
      ['submitted', 'done', 1_000, null],
      ['confirmed', 'now', null, 901_000],
      ['paid', 'next', null, null],
    ])
  })

  it('ends with the money, or with everything back', () => {
    expect(stepsOf({ ...sale, state: 'completed', endedMs: 5_000 }).map(({ name, state }) => [name, state])).toEqual([
      ['submitted', 'done'],
      ['confirmed', 'done'],
      ['paid', 'done'],
    ])
    expect(
      stepsOf({ ...sale, state: 'closed', endedMs: 901_000 }).map(({ name, state, atMs }) => [name, state, atMs]),
    ).toEqual([
      ['submitted', 'done', 1_000],
      ['lapsed', 'ended', 901_000],
    ])
  })

  it('is asked for again until it has ended', () => {
    expect(refreshMs(sale)).toBeGreaterThan(0)
    expect(refreshMs({ state: 'completed' })).toBe(false)
    expect(hasEnded({ state: 'closed' })).toBe(true)
  })
})
