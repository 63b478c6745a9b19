import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PackedRows } from './packed-rows.ts'

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const size = fc.maxSafeNat()
const int32 = fc.integer()
const small = fc.nat(0xffff)

describe('packed rows', () => {
  it('are read as they were written, wherever in a buffer they lie', () => {
    const rows = fc.array(fc.tuple(int64, size, int32, small, small))
    fc.assert(
      fc.property(rows, fc.nat(9), (values, offset) => {
        const bytes = Buffer.alloc(offset + values.length * 24)
        for (const [index, [whole, count, high, middle, low]] of values.entries()) {
          bytes.writeBigInt64BE(whole, offset + index * 24)
          bytes.writeBigInt64BE(BigInt(count), offset + index * 24 + 8)
          bytes.writeBigInt64BE((BigInt(high) << 32n) | (BigInt(middle) << 16n) | BigInt(low), offset + index * 24 + 16)
        }
        const read = new PackedRows(bytes.subarray(offset), 3).map((row) => [
          row.bigint(0),
          row.number(1),
          row.high(2),
          row.middle(2),
          row.low(2),
        ])
        expect(read).toEqual(values)
      }),
    )
  })
})
