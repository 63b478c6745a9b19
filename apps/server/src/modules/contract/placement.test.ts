import { amount, units } from '@candor/money'
import { expect, test } from 'vitest'
import { isSameRequest } from './placement.ts'
import type { OrderRequest } from './placement.ts'

const request: OrderRequest = {
  customerId: 1n,
  requestId: 'key',
  instrumentId: 1,
  durationSlots: 60,
  termsId: 1n,
  direction: 'up',
  stake: amount('USD', 5n),
  seenSlot: 0,
}

test('requests for the same units of two assets differ', () => {
  expect(isSameRequest(request, { ...request, stake: amount('USD', 5n) })).toBe(true)
  expect(isSameRequest(request, { ...request, stake: amount('USDT', 5n) })).toBe(false)
})

test('a stake is neither a plain integer nor units of another asset', () => {
  // @ts-expect-error A plain integer is no stake.
  const plain: OrderRequest = { ...request, stake: 5n }
  // @ts-expect-error Units of USDT are no stake in USD.
  const mixed: OrderRequest = { ...request, stake: { asset: 'USD', units: units('USDT', 5n) } }
  expect([isSameRequest(request, plain), isSameRequest(request, mixed)]).toEqual([false, true])
})
