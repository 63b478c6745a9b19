import { describe, expect, test } from 'vitest'
import { amount } from '@candor/money'
import { anOrder } from '../../testing/order-fixture.ts'
import { orderRefreshMs, positionAt, remainingOf } from './position-model.ts'

const order = anOrder({ entryPrice: '4077.20', entryAtMs: 1_000, exitAtMs: 61_000 })

describe('a live position', () => {
  test('counts down on server time and empties the ring', () => {
    expect(positionAt(order, '4077.20', 1_000)).toMatchObject({ remainingMs: 60_000, shareLeft: 1, phase: 'running' })
    expect(positionAt(order, '4077.20', 31_000)).toMatchObject({ remainingMs: 30_000, shareLeft: 0.5 })
  })

  test('says how far the price is above entry and what would be booked', () => {
    expect(positionAt(order, '4078.40', 31_000)).toMatchObject({
      difference: { direction: 'above', distance: '1.20' },
      ifEndedNow: { result: 'won', net: amount('USD', 84_000_000n) },
    })
    expect(positionAt(order, '4077.19', 31_000)).toMatchObject({
      difference: { direction: 'below', distance: '0.01' },
      ifEndedNow: { result: 'lost', net: amount('USD', -101_000_000n) },
    })
  })

  test('gives stake and fee back on an equal price, whatever its trailing zeros', () => {
    expect(positionAt(order, '4077.2', 31_000)).toMatchObject({
      difference: { direction: 'equal' },
      ifEndedNow: { result: 'tie', net: amount('USD', 0n) },
    })
  })

  test('wins downwards for a contract on down', () => {
    expect(positionAt({ ...order, direction: 'down' }, '4077.19', 31_000).ifEndedNow?.result).toBe('won')
  })

  test('settles at zero without guessing a result, until the server has closed it', () => {
    expect(positionAt(order, '4099.00', 61_000)).toMatchObject({ phase: 'settling', remainingMs: 0, ifEndedNow: null })
    expect(positionAt({ ...order, state: 'closed', result: 'lost' }, '4099.00', 61_500).phase).toBe('closed')
  })

  test('measures its entry price until the server names it, and compares nothing meanwhile', () => {
    const measured = { ...order, entryPrice: null }
    expect(positionAt(measured, '4078.40', 500)).toMatchObject({ phase: 'measuring', difference: null })
    expect(positionAt(measured, '4078.40', 6_000).phase).toBe('measuring')
    expect(positionAt({ ...measured, entryWindowSlots: 1, exitWindowSlots: 1 }, null, 6_000).phase).toBe(
      'waiting-for-entry',
    )
  })

  test('waits for its entry price before it compares anything', () => {
    expect(positionAt({ ...order, entryPrice: null }, '4078.40', 499)).toMatchObject({
      phase: 'waiting-for-entry',
      difference: null,
      ifEndedNow: null,
    })
  })
})

describe('asking for the order again', () => {
  test('waits until the entry window can be over, then asks every second and later less', () => {
    const waiting = { ...order, entryPrice: null }
    expect(orderRefreshMs(waiting, 1_000)).toBe(5_500)
    expect(orderRefreshMs(waiting, 5_500)).toBe(1_000)
    expect(orderRefreshMs(waiting, 7_000)).toBe(1_500)
    expect(orderRefreshMs(waiting, 40_000)).toBe(10_000)
    expect(orderRefreshMs({ ...waiting, entryWindowSlots: 1 }, 2_500)).toBe(1_500)
  })

  test('rests until the end once the entry is known, then asks until it is closed', () => {
    expect(orderRefreshMs(order, 31_000)).toBe(32_000)
    expect(orderRefreshMs(order, 61_000)).toBe(2_000)
    expect(orderRefreshMs({ ...order, state: 'closed' }, 61_000)).toBeNull()
  })
})

test('has never more time left than it lasts, although its entry starts later', () => {
  expect(remainingOf(order, 400)).toBe(60_000)
  expect(remainingOf(order, 31_000)).toBe(30_000)
  expect(remainingOf(order, 62_000)).toBe(0)
})
