import { amount, units } from '@candor/money'
import { expect, test } from 'vitest'
import { amountOf, isSameRequest } from './ledger.ts'
import type { OrderRequest } from './ledger.ts'

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

test('columns of the ledger become amounts of their asset', () => {
  expect([amountOf(1, 5n), amountOf(2, 5n)]).toEqual([amount('USD', 5n), amount('USDT', 5n)])
  expect(() => amountOf(3, 5n)).toThrow('unknown asset code 3')
})

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
