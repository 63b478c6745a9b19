import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consensus, guardDecimals } from './consensus.ts'
import type { SourcePrice } from './consensus.ts'

const unit = 10n ** BigInt(guardDecimals)

/** A source at a price in official ticks, given in halves. */
const at = (halfTicks: number, ageMs = 0): SourcePrice => ({ doubled: BigInt(halfTicks) * unit, ageMs })
const ticksOf = (...sources: SourcePrice[]) => {
  const agreed = consensus(sources, 5_000)
  return agreed.isOpen ? agreed.ticks : agreed.reason
}

describe('the median of fresh sources', () => {
  test('is the one price, the middle one, or the mean of the two middle ones', () => {
    expect(ticksOf(at(20_000))).toBe(10_000n)
    expect(ticksOf(at(20_000), at(20_020))).toBe(10_005n)
    expect(ticksOf(at(20_020), at(19_990), at(20_000))).toBe(10_000n)
    expect(ticksOf(at(20_000), at(20_020), at(20_040), at(20_060))).toBe(10_015n)
  })

  test('rounds half to even, once', () => {
    expect(ticksOf(at(20_001))).toBe(10_000n)
    expect(ticksOf(at(20_003))).toBe(10_002n)
    // 10000.5 and 10001 are 10000.75 together; rounded one by one they would end at 10000.
    expect(ticksOf(at(20_001), at(20_002))).toBe(10_001n)
  })

  test('takes the age of the newest source that counts', () => {
    expect(consensus([at(20_000, 900), at(20_002, 300)], 5_000)).toMatchObject({ ageMs: 300 })
    expect(consensus([at(20_000, 900), at(20_002, 700), at(30_000, 1)], 5_000)).toMatchObject({ ageMs: 700 })
  })

  test('may be negative', () => {
    expect(ticksOf(at(-7_395))).toBe(-3_698n)
    expect(ticksOf(at(-7_393))).toBe(-3_696n)
    expect(ticksOf(at(-7_396), at(-7_400), at(-7_380))).toBe(-3_698n)
  })
})

describe('disagreement', () => {
  test('is no price where there is no source', () => {
    expect(ticksOf()).toBe('no-source')
  })

  test('leaves an outlier out, and counts it', () => {
    expect(consensus([at(20_000), at(20_002), at(20_400)], 5_000)).toMatchObject({
      isOpen: true,
      ticks: 10_000n,
      ignored: 1,
    })
  })

  test('of two sources beyond the band is no price, within it is', () => {
    expect(ticksOf(at(20_000), at(20_100))).toBe(10_025n)
    expect(ticksOf(at(20_000), at(20_101))).toBe('divergent')
    expect(ticksOf(at(-20_000), at(20_000))).toBe('divergent')
  })

  test('without a majority is no price', () => {
    expect(ticksOf(at(20_000), at(21_000), at(22_000), at(23_000))).toBe('divergent')
    expect(ticksOf(at(19_000), at(20_000), at(20_010), at(21_000))).toBe('divergent')
    expect(ticksOf(at(19_990), at(20_000), at(20_010), at(21_000))).toBe(10_000n)
  })
})

test('does not depend on the order of the sources and lies among them', () => {
  const source = fc.record({
    doubled: fc.bigInt({ min: 10n ** 12n, max: 10n ** 12n + 10n ** 10n }),
    ageMs: fc.nat(1_000),
  })
  fc.assert(
    fc.property(fc.array(source, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (sources, keys) => {
      const agreed = consensus(sources, 1_000_000)
      const shuffled = sources.map((item) => ({ item, key: keys.next().value })).toSorted((a, b) => a.key - b.key)
      expect(
        consensus(
          shuffled.map(({ item }) => item),
          1_000_000,
        ),
      ).toEqual(agreed)
      if (!agreed.isOpen) throw new Error('sources within the band must agree')
      const scaled = agreed.ticks * 2n * unit
      const doubled = sources.map((item) => item.doubled).toSorted((a, b) => (a < b ? -1 : 1))
      expect(scaled >= (doubled[0] ?? 0n) - unit && scaled <= (doubled.at(-1) ?? 0n) + unit).toBe(true)
    }),
  )
})
