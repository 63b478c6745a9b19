import { kindsOfStatementGroup, statementGroup, statementKind } from '@candor/api'
import { amount } from '@candor/money'
import type { Asset } from '@candor/money'
import { describe, expect, test } from 'vitest'
import { cursorOf, kindsOf, positionAfter, positionOf, statementLine, usdTotals, usdValue } from './statement.ts'

const balance = (asset: Asset, availableUnits: bigint, heldUnits = 0n) => ({
  asset,
  available: amount(asset, availableUnits),
  held: amount(asset, heldUnits),
  withdrawing: amount(asset, 0n),
  escrow: amount(asset, 0n),
  term: amount(asset, 0n),
})

describe('the totals in USD', () => {
  test('price USDT and round down to 0.01; what is held, sold or invested is not available', () => {
    const usdt = {
      ...balance('USDT', 10_000_000n, 1_000_000n),
      escrow: amount('USDT', 3_000_000n),
      term: amount('USDT', 1_000_000n),
    }
    expect(usdTotals([balance('USD', 100_009_999n, 1n), usdt], { ticks: 99_987n, decimals: 5 })).toEqual({
      totalUsd: '115.00',
      availableUsd: '110.00',
      heldUsd: '4.99',
    })
  })

  test('are not known without a price', () => {
    expect(usdTotals([balance('USD', 1n)], null)).toEqual({ totalUsd: null, availableUsd: null, heldUsd: null })
  })

  test('say of a loss never less than it is', () => {
    expect(usdValue([amount('USDT', -1_000_001n)], { ticks: 1n, decimals: 0 })).toBe('-1.01')
  })
})

describe('a cursor', () => {
  const place = (version: bigint) => ({ version, atMs: 1_767_571_200_000n })
  test.each([{}, { USD: place(12n) }, { USDT: place(3n) }, { USD: place(1n), USDT: place(2n) }])(
    'comes back as the position %o',
    (position) => {
      expect(positionOf(cursorOf(position))).toEqual(position)
    },
  )

  test.each(['', '1', 'a,b', '1,2', '1.1,2.2,3.3', '-1.1,2.2', '1.,', '1.e3,', '1234567890123456.1,'])(
    'that is not ours is known: %s',
    (text) => {
      expect(positionOf(text)).toBeNull()
    },
  )

  test('points after the last line of each asset', () => {
    const records = [
      { ...grant, version: 9n, atMs: 8 },
      { ...grant, version: 8n, atMs: 7 },
    ] as const
    expect(positionAfter({ USDT: place(4n) }, records)).toEqual({ USD: { version: 8n, atMs: 7n }, USDT: place(4n) })
  })
})

const grant = {
  accountId: 1n,
  version: 1n,
  kind: 'grant',
  ref: 5n,
  order: null,
  amount: amount('USD', 0n),
  availableAfter: amount('USD', 0n),
  correctionReason: null,
  atMs: 0,
} as const

describe('a line', () => {
  test.each([
    ['contract-void', 'orderId'],
    ['deposit-suspended', 'rechargeId'],
    ['withdrawal-released', 'withdrawalId'],
    ['swap', 'swapId'],
    ['sale-lapsed', 'saleId'],
    ['interest-paid', 'termId'],
  ] as const)('of %s names what it belongs to as %s, and nothing else', (kind, field) => {
    const { orderId, withdrawalId, rechargeId, swapId, saleId, termId } = statementLine({ ...grant, kind })
    const named = { orderId, withdrawalId, rechargeId, swapId, saleId, termId }
    expect(Object.entries(named).filter(([, id]) => id !== null)).toEqual([[field, '5']])
  })

  test('of a grant belongs to nothing', () => {
    expect(statementLine(grant)).toMatchObject({ orderId: null, termId: null, withdrawalId: null })
  })
})

describe('a filter', () => {
  test('lets all kinds through, those of a group, one, or what both have in common', () => {
    expect(kindsOf(undefined, undefined)).toBeNull()
    expect(kindsOf(undefined, 'recharges')).toEqual(['deposit', 'deposit-suspended'])
    expect(kindsOf('grant', undefined)).toEqual(['grant'])
    expect(kindsOf('deposit', 'recharges')).toEqual(['deposit'])
    expect(kindsOf('grant', 'recharges')).toEqual([])
  })

  test('knows every kind in exactly one group', () => {
    const grouped = statementGroup.options.flatMap((group) => kindsOfStatementGroup[group])
    expect(grouped.toSorted()).toEqual(statementKind.options.toSorted())
  })
})
