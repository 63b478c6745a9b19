import { Buffer } from 'node:buffer'
import { concatBytes, toHex } from '@candor/proof'
import { frameRecord, recordsRootOf } from '@candor/proof/encoding'
import type { FrameRecord } from '@candor/proof/encoding'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CandleTable } from './candle-table.ts'
import { breakOfSums, priceAt } from './record-follow.ts'
import type { FrameRecords } from './record-follow.ts'
import { RecordsHasher } from './records-root.ts'

const bigPrice = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })

function frame(records: readonly Partial<FrameRecord>[], slot = 7): FrameRecords {
  const bytes = concatBytes(
    ...records.map((record, index) =>
      frameRecord.encode({
        instrumentId: index + 1,
        price: 5n,
        ageMs: 1,
        state: 'open',
        sourceKind: 2,
        epoch: 3,
        priceSum: 0n,
        openCount: 0,
        sources: 0,
        ...record,
      }),
    ),
  )
  return { slot, bytes: Buffer.concat([Buffer.alloc(3), bytes]), start: 3, count: records.length }
}

describe('the root over records', () => {
  test('is that of the package, for any number of records', () => {
    const hasher = new RecordsHasher()
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 48 * 40 }), (bytes) => {
        const count = Math.floor(bytes.length / 48)
        const records = Array.from({ length: count }, (_, index) => bytes.slice(48 * index, 48 * (index + 1)))
        expect(toHex(hasher.rootOf(Buffer.from(bytes), 0, count))).toBe(toHex(recordsRootOf(records)))
      }),
    )
  })
})

describe('the records of a frame', () => {
  const before = { priceSum: 2n ** 64n - 3n, openCount: 2 ** 32 - 1 }

  test('continue those before them by what is open, whatever the sums and prices', () => {
    fc.assert(
      fc.property(bigPrice, fc.bigInt({ min: -(2n ** 120n), max: 2n ** 120n }), (price, priceSum) => {
        const old = frame([{ priceSum, openCount: 9 }])
        expect(breakOfSums(old, frame([{ price, priceSum: priceSum + price, openCount: 10 }]))).toBeNull()
        expect(breakOfSums(old, frame([{ price, state: 'stale', priceSum, openCount: 9 }]))).toBeNull()
        expect(breakOfSums(old, frame([{ price, priceSum: priceSum + price + 1n, openCount: 10 }]))).toMatch(
          'whose running sum does not follow',
        )
      }),
    )
  })

  test.each([
    ['an epoch that steps back', { epoch: 2 }, 'whose epoch steps back'],
    ['a count that stays', { openCount: 2 ** 32 - 1 }, 'whose count of open frames does not follow'],
    ['another instrument', { instrumentId: 4 }, 'whose instrument is another one'],
    ['a stale price that is summed', { state: 'stale' }, 'whose running sum does not follow'],
  ] as const)('are refused with %s', (_what, change, message) => {
    const next = { priceSum: before.priceSum + 5n, openCount: before.openCount + 1 }
    expect(breakOfSums(frame([before]), frame([next]))).toBeNull()
    expect(breakOfSums(frame([before]), frame([{ ...next, ...change }]))).toMatch(message)
  })

  test('may have a new instrument, which begins at zero, and may not drop one', () => {
    const next = { priceSum: before.priceSum + 5n, openCount: before.openCount + 1 }
    expect(breakOfSums(frame([before]), frame([next, { priceSum: 5n, openCount: 1 }]))).toBeNull()
    expect(breakOfSums(frame([before]), frame([next, { priceSum: 6n, openCount: 1 }]))).toMatch('instrument 2')
    expect(breakOfSums(frame([before, before]), frame([next]))).toBe('has 1 instruments after 2')
  })

  test('have prices as numbers where these are exact', () => {
    const at = (price: bigint) => priceAt(frame([{ price }]).bytes, 3)
    expect([at(-7n), at(2n ** 40n + 1n), at(2n ** 60n)]).toEqual([-7, 2 ** 40 + 1, Number.NaN])
  })
})

test('candles are of open frames only, keep the newest buckets, and join those of shorter ones', () => {
  const minutes = new CandleTable(60_000, 2)
  const hours = new CandleTable(3_600_000, 9)
  const prices = [
    [0, 10n, 'open'],
    [500, 99n, 'stale'],
    [59_500, 7n, 'open'],
    [60_000, 12n, 'open'],
    [180_000, 9n, 'closed'],
  ] as const
  for (const [atMs, price, state] of prices) minutes.add(frame([{ price, state }]), atMs)
  expect(minutes.rows().map(({ startMs, values }) => [startMs, ...values])).toEqual([
    [60_000, 12, 12, 12, 12],
    [180_000, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
  ])
  hours.join({ startMs: 0, values: Float64Array.of(10, 10, 7, 7) })
  for (const row of minutes.rows()) hours.join(row)
  expect(hours.rows().map(({ startMs, values }) => [startMs, ...values])).toEqual([[0, 10, 12, 7, 12]])
})
