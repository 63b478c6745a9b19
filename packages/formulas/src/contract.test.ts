import { amount, unitsPerCent, unitsPerCoin } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeOf, previewOdds, profitOf, settle } from './contract.ts'
import { singlePrices } from './contract-prices.ts'
import type { FramePoint } from './window.ts'

const odds = { feeBps: 100, payoutBps: 8_500 }
const coins = (whole: bigint) => amount('USD', whole * unitsPerCoin)
const stake = coins(100n)

function point(ticks: bigint, changes: Partial<FramePoint> = {}): FramePoint {
  return { slot: 10, ticks, state: 'open', epoch: 1, ...changes }
}

describe('odds', () => {
  it('shows the worked example: 100 at 1 % and 85 % wins 84, loses 101 and breaks even at 54.6 %', () => {
    expect(previewOdds(odds, stake)).toEqual({
      fee: coins(1n),
      profit: coins(85n),
      winNet: coins(84n),
      loseNet: coins(-101n),
      breakEvenPermille: 546,
    })
  })

  it('rounds the fee down and the profit up to a hundredth', () => {
    expect(feeOf(amount('USD', 1_990_000n), 100)).toEqual(amount('USD', unitsPerCent))
    expect(profitOf(amount('USD', 1_010_000n), 8_500)).toEqual(amount('USD', 86n * unitsPerCent))
  })

  it('quantises every fee and profit to a hundredth, never against the customer', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 5_000_000_000n }),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (units, feeBps, payoutBps) => {
          const fee = feeOf(amount('USD', units), feeBps).units
          const profit = profitOf(amount('USD', units), payoutBps).units
          expect(fee % unitsPerCent).toBe(0n)
          expect(profit % unitsPerCent).toBe(0n)
          expect(fee * 10_000n).toBeLessThanOrEqual(units * BigInt(feeBps))
          expect(profit * 10_000n).toBeGreaterThanOrEqual(units * BigInt(payoutBps))
        },
      ),
    )
  })
})

describe('settling', () => {
  it.each([
    ['up', 11n, 'won', 84],
    ['up', 9n, 'lost', -101],
    ['down', 9n, 'won', 84],
    ['down', 11n, 'lost', -101],
  ] as const)('settles %s from 10 to %d as %s', (direction, exitTicks, result, net) => {
    const settled = settle(odds, direction, stake, singlePrices(point(10n), point(exitTicks)))
    expect(settled).toEqual({ result, reason: null, net: coins(BigInt(net)), fee: coins(1n) })
  })

  it('gives stake and fee back on a tie', () => {
    expect(settle(odds, 'up', stake, singlePrices(point(10n), point(10n)))).toEqual({
      result: 'tie',
      reason: null,
      net: coins(0n),
      fee: coins(0n),
    })
  })

  it('settles in the asset of the stake', () => {
    const settled = settle(odds, 'up', amount('USDT', 100n * unitsPerCoin), singlePrices(point(10n), point(11n)))
    expect(settled).toMatchObject({ net: { asset: 'USDT' }, fee: { asset: 'USDT' } })
  })

  it('settles negative prices by their value', () => {
    expect(settle(odds, 'down', stake, singlePrices(point(-3_600n), point(-3_763n))).result).toBe('won')
  })

  it.each([
    ['a missed entry frame', null, point(11n), 'entry-not-open'],
    ['a stale entry frame', point(10n, { state: 'stale' }), point(11n), 'entry-not-open'],
    ['a closed entry frame', point(10n, { state: 'closed' }), point(11n), 'entry-not-open'],
    ['no open exit frame', point(10n), null, 'no-exit-price'],
    ['a change of feed between', point(10n), point(11n, { epoch: 2 }), 'feed-changed'],
  ] as const)('voids on %s and gives everything back', (_name, entry, exit, reason) => {
    expect(settle(odds, 'up', stake, singlePrices(entry, exit))).toEqual({
      result: 'void',
      reason,
      net: coins(0n),
      fee: coins(0n),
    })
  })
})
