import { describe, expect, test } from 'vitest'
import { cursorOf, positionAfter, positionOf, usdTotals, usdValue } from './statement.ts'

const balance = (asset: 'USD' | 'USDT', availableUnits: bigint, heldUnits = 0n) => ({
  asset,
  availableUnits,
  heldUnits,
  withdrawingUnits: 0n,
  escrowUnits: 0n,
  termUnits: 0n,
})

describe('the totals in USD', () => {
  test('price USDT and round down to 0.01; what is held is not available', () => {
    expect(
      usdTotals([balance('USD', 100_009_999n, 1n), balance('USDT', 10_000_000n, 5_000_000n)], { ticks: 99_987n, decimals: 5 }),
    ).toEqual({
      totalUsd: '115.00',
      availableUsd: '110.00',
    })
  })

  test('are not known without a price', () => {
    expect(usdTotals([balance('USD', 1n)], null)).toEqual({ totalUsd: null, availableUsd: null })
  })

  test('say of a loss never less than it is', () => {
    expect(usdValue([{ asset: 'USDT', units: -1_000_001n }], { ticks: 1n, decimals: 0 })).toBe('-1.01')
  })
})

describe('a cursor', () => {
  test.each([{}, { USD: 12n }, { USDT: 3n }, { USD: 1n, USDT: 2n }])('comes back as the position %o', (position) => {
    expect(positionOf(cursorOf(position))).toEqual(position)
  })

  test.each(['', '1', 'a,b', '1,2,3', '-1,2', '1e3,', '1234567890123456789,1'])('that is not ours is known: %s', (text) => {
    expect(positionOf(text)).toBeNull()
  })

  test('points after the last line of each asset', () => {
    const line = {
      accountId: 1n,
      kind: 'grant',
      amountUnits: 0n,
      availableAfterUnits: 0n,
      orderId: null,
      withdrawalId: null,
      correctionReason: null,
      depositId: null,
      swapId: null,
      saleId: null,
      termId: null,
      atMs: 0,
    } as const
    const records = [
      { ...line, asset: 'USD', version: 9n },
      { ...line, asset: 'USD', version: 8n },
    ] as const
    expect(positionAfter({ USDT: 4n }, records)).toEqual({ USD: 8n, USDT: 4n })
  })
})
