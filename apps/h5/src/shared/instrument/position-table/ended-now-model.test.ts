import { amount } from '@candor/money'
import { expect, it } from 'vitest'
import { endedNow } from './ended-now-model.ts'

it('adds the results so far of open contracts, each asset by itself', () => {
  const results = [amount('USD', 84_000_000n), amount('USDT', -50_500_000n), amount('USD', -9_000_000n)]
  expect(endedNow(results)).toEqual({ count: 3, sums: [amount('USD', 75_000_000n), amount('USDT', -50_500_000n)] })
})

it('leaves contracts without a result out, and counts the others', () => {
  expect(endedNow([null, amount('USD', 0n), null])).toEqual({ count: 1, sums: [amount('USD', 0n)] })
  expect(endedNow([null])).toEqual({ count: 0, sums: [] })
})
