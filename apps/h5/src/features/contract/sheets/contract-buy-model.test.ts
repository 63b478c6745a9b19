import { describe, expect, test } from 'vitest'
import { amount } from '@candor/money'
import { anOrder } from '../../../shared/testing/order-fixture.ts'
import { aBuyRequest } from './buy-request-fixture.ts'
import {
  automaticAttempts,
  deciding,
  isAsShown,
  reduceBuy,
  repeatDelayMs,
  type BuyState,
} from './contract-buy-model.ts'

const request = aBuyRequest(48_210_633)
const order = anOrder({ id: '1' })
const sending = reduceBuy(deciding, { type: 'tapped', request })

describe('buying', () => {
  test('sends a tap once, however often it is tapped', () => {
    const again = reduceBuy(sending, { type: 'tapped', request: { ...request, requestId: 'another' } })
    expect(again).toBe(sending)
  })

  test('repeats an unknown outcome with the very same request', () => {
    const unknown = reduceBuy(sending, { type: 'refused', error: 'outcome-unknown', text: '' })
    const repeated = reduceBuy(unknown, { type: 'repeated' })
    expect(unknown.phase).toBe('unknown')
    expect(repeated).toEqual({ phase: 'sending', request, attempt: 2 })
  })

  test('treats a call without an answer as unknown, not as refused', () => {
    expect(reduceBuy(sending, { type: 'refused', error: 'network', text: '' })).toEqual({
      phase: 'unknown',
      request,
      attempt: 1,
    })
  })

  test('shows a refusal and lets the next tap send a new request', () => {
    const refused = reduceBuy(sending, { type: 'refused', error: 'price-moved', text: 'The price has moved on' })
    expect(refused).toEqual({ phase: 'refused', error: 'price-moved', text: 'The price has moved on' })
    expect(reduceBuy(refused, { type: 'tapped', request }).phase).toBe('sending')
  })

  test('ends with the order, and ignores what comes later', () => {
    const bought = reduceBuy(sending, { type: 'accepted', order })
    expect(bought).toEqual({ phase: 'bought', order })
    expect(reduceBuy(bought, { type: 'refused', error: 'network', text: '' })).toBe(bought)
    expect(reduceBuy(bought, { type: 'tapped', request })).toBe(bought)
  })

  test('does not send a second request while the outcome of the first is unknown', () => {
    const unknown: BuyState = { phase: 'unknown', request, attempt: 1 }
    expect(reduceBuy(unknown, { type: 'tapped', request })).toBe(unknown)
  })
})

test('waits longer before each repeat and then asks the customer', () => {
  expect([1, 2, 3, 4].map(repeatDelayMs)).toEqual([1000, 2000, 4000, 8000])
  expect(repeatDelayMs(automaticAttempts + 1)).toBeNull()
})

test('notices an order whose fee or profit is not what the sheet showed', () => {
  const shown = {
    fee: amount('USD', 1_000_000n),
    profit: amount('USD', 85_000_000n),
    winNet: amount('USD', 84_000_000n),
    loseNet: amount('USD', -101_000_000n),
    breakEvenPermille: 546,
  }
  expect(isAsShown(order, shown)).toBe(true)
  expect(isAsShown({ ...order, profit: '80' }, shown)).toBe(false)
})
