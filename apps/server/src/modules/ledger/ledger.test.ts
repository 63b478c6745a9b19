import { amount } from '@candor/money'
import { expect, test } from 'vitest'
import { amountOf } from './ledger.ts'

test('columns of the ledger become amounts of their asset', () => {
  expect([amountOf(1, 5n), amountOf(2, 5n)]).toEqual([amount('USD', 5n), amount('USDT', 5n)])
  expect(() => amountOf(3, 5n)).toThrow('unknown asset code 3')
})
