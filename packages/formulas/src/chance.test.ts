import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chanceBandPpm, sharePpm } from './chance.ts'

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

test('shares are in millionths, rounded half up', () => {
  expect(sharePpm(1n, 3n)).toBe(333_333)
  expect(sharePpm(2n, 3n)).toBe(666_667)
  expect(sharePpm(1n, 2_000_000n)).toBe(1)
  expect(sharePpm(0n, 7n)).toBe(0)
})
