import { describe, expect, test } from 'vitest'
import { cursorOf, positionAfter, positionOf, totalUsd } from './statement.ts'

const balance = (asset: 'USD' | 'USDT', availableUnits: bigint, heldUnits = 0n) => ({ asset, availableUnits, heldUnits })

describe('the total in USD', () => {
  test('counts what is held and prices USDT, rounded down to 0.01', () => {
    expect(totalUsd([balance('USD', 100_009_999n, 1n), balance('USDT', 10_000_000n, 5_000_000n)], { ticks: 99_987n, decimals: 5 })).toBe(
      '115.00',
    )
  })

  test('is not known without a price', () => {
    expect(totalUsd([balance('USD', 1n)], null)).toBeNull()
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
    const line = { accountId: 1n, kind: 'grant', amountUnits: 0n, availableAfterUnits: 0n, orderId: null, atMs: 0 } as const
    const records = [
      { ...line, asset: 'USD', version: 9n },
      { ...line, asset: 'USD', version: 8n },
    ] as const
    expect(positionAfter({ USDT: 4n }, records)).toEqual({ USD: 8n, USDT: 4n })
  })
})
