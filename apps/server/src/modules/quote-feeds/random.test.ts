import { createCipheriv } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Draw } from './random.ts'
import { secretDraws } from './random.ts'

const key = Buffer.alloc(32, 7)
const take = (draw: Draw, count: number) => Array.from({ length: count }, () => draw())

describe('secret draws', () => {
  test('are the key stream of AES-256 in counter mode, beyond the first buffer too', () => {
    const start = Buffer.alloc(16)
    start.writeUInt32BE(27, 0)
    start.writeBigInt64BE(3_500_000_000n, 4)
    const stream = createCipheriv('aes-256-ctr', key, start).update(Buffer.alloc(400))
    const wanted = Array.from({ length: 100 }, (_, index) => stream.readUInt32BE(index * 4) / 2 ** 32)
    expect(take(secretDraws(key)(27, 3_500_000_000), 100)).toEqual(wanted)
  })

  test('differ between keys, instruments and steps', () => {
    const draws = secretDraws(key)
    const first = [draws(1, 1), draws(1, 2), draws(2, 1), secretDraws(Buffer.alloc(32, 8))(1, 1)].map((draw) => draw())
    expect(new Set(first).size).toBe(4)
  })

  test('refuse a key that can be searched', () => {
    expect(() => secretDraws(Buffer.alloc(4))).toThrow('Invalid key length')
  })
})
