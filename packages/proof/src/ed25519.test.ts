import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, it } from 'vitest'
import { concatBytes, fromHex, signerKey, signWith, utf8Bytes, verifyEd25519 } from './index.ts'
import { hasSmallOrder, isPlausible } from './ed25519-rule.ts'
import { verifyStrictly } from './ed25519.ts'

const { Point } = ed25519
const prime = 2n ** 255n - 19n
const littleEndian = (value: bigint) =>
  Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const withSign = (bytes: Uint8Array) => bytes.with(31, (bytes[31] ?? 0) | 0x80)

/** The third example of RFC 8032, section 7.1. */
const example = {
  publicKey: fromHex('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025'),
  message: fromHex('af82'),
  signature: fromHex(
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac' +
      '18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ),
}
const { publicKey, message, signature } = example
const seed = fromHex('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7')

describe('a signature of Ed25519', () => {
  it('is valid in the example of RFC 8032, and made by its key', async () => {
    expect(await verifyEd25519(example)).toBe(true)
    const signer = await signerKey({ name: 'example', type: 'ed25519', seed })
    expect(signer.key.publicKey).toEqual(publicKey)
    expect(await signWith(signer)(message)).toEqual(signature)
  })

  it('is refused after any change of one bit', async () => {
    for (const [name, bytes] of Object.entries(example)) {
      for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
        const index = bit >> 3
        const changed = bytes.with(index, (bytes[index] ?? 0) ^ (1 << (bit & 7)))
        expect([name, bit, await verifyEd25519({ ...example, [name]: changed })]).toEqual([name, bit, false])
      }
    }
  })

  it('is refused with a key or a signature of another length', async () => {
    const longer = (bytes: Uint8Array) => concatBytes(bytes, Uint8Array.of(0))
    expect(await verifyEd25519({ ...example, publicKey: publicKey.slice(0, 31) })).toBe(false)
    expect(await verifyEd25519({ ...example, publicKey: longer(publicKey) })).toBe(false)
    expect(await verifyEd25519({ ...example, signature: signature.slice(0, 63) })).toBe(false)
    expect(await verifyEd25519({ ...example, signature: longer(signature) })).toBe(false)
    expect(await verifyEd25519({ ...example, signature: new Uint8Array(0) })).toBe(false)
  })

  it('is refused with an S of the order of the group or above', () => {
    const order = Point.Fn.ORDER
    const withS = (s: bigint) => ({ ...example, signature: concatBytes(signature.slice(0, 32), littleEndian(s)) })
    expect(isPlausible(withS(order - 1n))).toBe(true)
    expect(isPlausible(withS(order))).toBe(false)
    expect(isPlausible(withS(order + 1n))).toBe(false)
  })

  it.each([
    ['y is the prime', littleEndian(prime)],
    ['y is above the prime', littleEndian(prime + 1n)],
    ['y has all bits', new Uint8Array(32).fill(0xff)],
    ['x is zero with a sign, y = 1', withSign(littleEndian(1n))],
    ['x is zero with a sign, y = −1', withSign(littleEndian(prime - 1n))],
  ])('is refused with a key or an R that is not canonical: %s', (_, point) => {
    expect(isPlausible({ ...example, publicKey: point })).toBe(false)
    expect(isPlausible({ ...example, signature: concatBytes(point, signature.slice(32)) })).toBe(false)
  })

  it('may have the largest y, and a sign where x is not zero', () => {
    expect(isPlausible({ ...example, publicKey: littleEndian(prime - 1n) })).toBe(true)
    expect(isPlausible({ ...example, publicKey: withSign(littleEndian(0n)) })).toBe(true)
  })
})

describe('points of small order', () => {
  const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')
  const points = Array.from({ length: 8 }, (_, times) => torsion.multiplyUnsafe(BigInt(times)).toBytes())

  it('are the eight multiples of one', () => {
    expect(new Set(points.map(String)).size).toBe(8)
    expect(points.map(hasSmallOrder)).toEqual(Array.from({ length: 8 }, () => true))
    expect(hasSmallOrder(publicKey)).toBe(false)
    expect(hasSmallOrder(Point.BASE.toBytes())).toBe(false)
  })

  it('are never decided by the platform', async () => {
    const asked: unknown[] = []
    const platform = (signed: unknown) => {
      asked.push(signed)
      return Promise.resolve(true)
    }
    const [point = publicKey] = points.slice(1)
    expect(await verifyStrictly({ ...example, publicKey: point }, platform)).toBe(false)
    expect(await verifyStrictly({ ...example, signature: concatBytes(point, signature.slice(32)) }, platform)).toBe(
      false,
    )
    expect(asked).toEqual([])
    expect(await verifyStrictly(example, platform)).toBe(true)
    expect(asked).toEqual([example])
  })

  it('make the equation decide where the platform has no verdict', async () => {
    const undecided = () => Promise.resolve(null)
    expect(await verifyStrictly(example, undecided)).toBe(true)
    expect(await verifyStrictly({ ...example, message: utf8Bytes('other') }, undecided)).toBe(false)
    // A y that no point of the curve has.
    expect(await verifyStrictly({ ...example, publicKey: littleEndian(2n) }, undecided)).toBe(false)
    expect(await verifyEd25519({ ...example, publicKey: littleEndian(2n) })).toBe(false)
  })
})
