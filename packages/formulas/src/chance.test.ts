import { amount } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakEven, chanceBandPpm, chanceSpread, coinFlipWins, sharePpm } from './chance.ts'
import { previewOdds } from './contract.ts'

describe('the band of chance', () => {
  test.each([
    [1n, 0, 1_000_000],
    [100n, 371_208, 628_792],
    [10_000n, 487_120, 512_880],
    [1_000_000n, 498_712, 501_288],
  ])('of %s contracts lies between %s and %s', (contracts, fromPpm, toPpm) => {
    expect(chanceBandPpm(contracts)).toEqual({ fromPpm, toPpm })
  })

  test('leaves out exactly the shares whose Wilson interval of 99 % does not contain one half', () => {
    const group = fc
      .integer({ min: 1, max: 100_000 })
      .chain((all) => fc.tuple(fc.constant(all), fc.integer({ min: 0, max: all })))
    fc.assert(
      fc.property(group, ([all, won]) => {
        const share = won / all
        const z = 2.575829
        const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))
        const centre = share + (z * z) / (2 * all)
        const [lower, upper] = [(centre - spread) / (1 + (z * z) / all), (centre + spread) / (1 + (z * z) / all)]
        // Where rounding decides, both are right.
        if (Math.abs(lower - 0.5) < 1e-5 || Math.abs(upper - 0.5) < 1e-5) return
        const { fromPpm, toPpm } = chanceBandPpm(BigInt(all))
        const ppm = share * 1_000_000
        if (Math.abs(ppm - fromPpm) < 2 || Math.abs(ppm - toPpm) < 2) return
        expect(ppm >= fromPpm && ppm <= toPpm).toBe(lower <= 0.5 && upper >= 0.5)
      }),
    )
  })

  test('needs a contract', () => {
    expect(() => chanceBandPpm(0n)).toThrow(RangeError)
  })
})

describe('the spread of the result', () => {
  /** Of contracts that move so much each. */
  const spreadOf = (moves: readonly bigint[]) =>
    chanceSpread({
      moved: moves.reduce((sum, move) => sum + move, 0n),
      squares: moves.reduce((sum, move) => sum + move * move, 0n),
    })

  test('of equal contracts grows with the root of their number', () => {
    const of = (count: number) => spreadOf(Array.from({ length: count }, () => 1_850_000n))
    expect(of(100)).toBe(23_826_419n)
    expect(of(10_000)).toBe(238_264_183n)
  })

  test('is no more than winning or losing all of them', () => {
    expect(spreadOf([185n])).toBe(93n)
    expect(spreadOf([])).toBe(0n)
  })

  test('keeps the results of about 99 of 100 groups of contracts that differ, by the exact distribution', () => {
    const moves = Array.from({ length: 200 }, (_, index) => BigInt(1 + (index % 10)))
    const all = moves.reduce((sum, move) => sum + Number(move), 0)
    // The chance of each sum of the contracts that lose.
    let chances = new Float64Array(all + 1)
    chances[0] = 1
    for (const move of moves) chances = chances.map((chance, sum) => (chance + (chances[sum - Number(move)] ?? 0)) / 2)
    const spread = Number(spreadOf(moves))
    const within = chances.reduce((sum, chance, lost) => (Math.abs(lost - all / 2) <= spread ? sum + chance : sum), 0)
    expect(within).toBeGreaterThan(0.988)
    expect(within).toBeLessThan(0.992)
  })

  test('holds amounts beyond doubles to the unit', () => {
    const squares = 10n ** 30n
    expect(chanceSpread({ moved: 10n ** 30n, squares })).toBe(1_287_914_500_000_000n)
    expect(chanceSpread({ moved: 10n ** 30n, squares: squares + 1n })).toBe(1_287_914_500_000_001n)
  })
})

describe('the wins of coin flips', () => {
  test.each([
    [1n, 0n, 1n],
    [4n, 1n, 3n],
    [83n, 33n, 50n],
    [100n, 41n, 59n],
    [10_000n, 4903n, 5097n],
  ])('of %s contracts are between %s and %s', (contracts, from, to) => {
    expect(coinFlipWins(contracts)).toEqual({ from, to })
  })

  test('are about 95 of 100 groups, by the exact binomial distribution', () => {
    for (const contracts of [100, 500, 1000]) {
      const { from, to } = coinFlipWins(BigInt(contracts))
      let chance = 1
      let covered = 0
      // From the middle outwards, so that no power of two underflows.
      const weights = Array.from({ length: contracts + 1 }, (_, won) => {
        const weight = chance
        chance *= (contracts - won) / (won + 1)
        return weight
      })
      const all = weights.reduce((sum, weight) => sum + weight, 0)
      for (let won = Number(from); won <= Number(to); won += 1) covered += weights[won] ?? 0
      expect(covered / all).toBeGreaterThan(0.94)
      expect(covered / all).toBeLessThan(0.965)
    }
  })

  test('need a contract', () => {
    expect(() => coinFlipWins(0n)).toThrow(RangeError)
  })
})

describe('the break-even of contracts', () => {
  test('is the share of wins that pays for stakes and fees', () => {
    expect(breakEven({ paid: 101n, returned: 185n, contracts: 83n })).toEqual({ ppm: 545_946, wins: 46n })
    expect(breakEven({ paid: 1n, returned: 2n, contracts: 2n })).toEqual({ ppm: 500_000, wins: 1n })
  })

  test('is above what any number of wins pays where the fees are', () => {
    expect(breakEven({ paid: 110n, returned: 105n, contracts: 10n })).toEqual({ ppm: 1_047_619, wins: 11n })
  })

  test('agrees with the odds of one contract', () => {
    const { winNet, loseNet, breakEvenPermille } = previewOdds(
      { feeBps: 100, payoutBps: 8500 },
      amount('USD', 100_000_000n),
    )
    const { ppm } = breakEven({ paid: 0n - loseNet.units, returned: winNet.units - loseNet.units, contracts: 1n })
    expect(Math.ceil(ppm / 1000)).toBe(breakEvenPermille)
  })
})

test('shares are in millionths, rounded half up', () => {
  expect(sharePpm(1n, 3n)).toBe(333_333)
  expect(sharePpm(2n, 3n)).toBe(666_667)
  expect(sharePpm(1n, 2_000_000n)).toBe(1)
  expect(sharePpm(0n, 7n)).toBe(0)
})
