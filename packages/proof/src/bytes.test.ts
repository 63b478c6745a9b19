import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ByteReader,
  ByteWriter,
  concatBytes,
  emptyRoot,
  equalBytes,
  fromBase64,
  fromHex,
  hashBytes,
  leafHash,
  nodeHash,
  parseDecimal,
  safeSize,
  sha256,
  toBase64,
  toHex,
  utf8Bytes,
  utf8Text,
} from './index.ts'
import { toBase64 as toBase64InJavaScript } from './web/base64.ts'
import { sha256 as sha256InJavaScript, sha256Into as sha256IntoInJavaScript } from './web/sha256.ts'
import { sha256Into } from './hash.ts'
import { refusal } from './test-refusal.ts'

const anyBytes = fc.uint8Array({ maxLength: 300 })

describe('texts of bytes', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes)
        expect(fromBase64(toBase64(bytes))).toEqual(bytes)
        for (const write of [toBase64, toBase64InJavaScript])
          expect(write(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      }),
    )
  })

  it('have one form for each value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('A', 'Q', 'g', 'w', '/', '+', '=', ' ', '\n', '-', '_'), maxLength: 12 }),
        (text) => {
          const isCanonical = toBase64(Uint8Array.from(Buffer.from(text, 'base64'))) === text
          expect(refusal(() => fromBase64(text)) === null).toBe(isCanonical)
        },
      ),
    )
  })

  it.each([
    'A',
    'AA',
    'AAA',
    'AA=A',
    'A===',
    '====',
    '=',
    'AB==',
    'AAB=',
    'AA==\n',
    ' AAA',
    'AA-_',
    'AAA=AAAA',
    'ÄAAA',
  ])('refuses the base64 %j', (text) => {
    expect(refusal(() => fromBase64(text))).toBe('malformed')
  })

  it.each(['0', 'AB', '0g', 'ab ', '0x00'])('refuses the hexadecimal %j', (text) => {
    expect(refusal(() => fromHex(text))).toBe('malformed')
  })

  it('keep a byte order mark, and have no half characters', () => {
    expect(utf8Text(utf8Bytes('\ufeffa'))).toBe('\ufeffa')
    expect(refusal(() => utf8Bytes('\ud800'))).toBe('malformed')
    expect(refusal(() => utf8Text(Uint8Array.of(0xc3)))).toBe('malformed')
    expect(refusal(() => utf8Text(Uint8Array.of(0xc0, 0x80)))).toBe('malformed')
  })

  it('compare all bytes and the length', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true)
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false)
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 3))).toBe(false)
    expect(equalBytes(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2))).toBe(false)
  })
})

describe('decimal numbers', () => {
  it('are read up to 2^53 − 1', () => {
    expect(parseDecimal('0')).toBe(0)
    expect(parseDecimal('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
    expect(refusal(() => parseDecimal('9007199254740992'))).toBe('out-of-range')
    expect(refusal(() => parseDecimal('9007199254740993'))).toBe('out-of-range')
    expect(refusal(() => parseDecimal('99999999999999999999'))).toBe('out-of-range')
  })

  it.each(['', '00', '01', '-1', '+1', '1.0', '1e3', ' 1', '1\n', '٣', '0x1', '100000000000000000000000'])(
    'refuses %j',
    (text) => {
      expect(refusal(() => parseDecimal(text))).toBe('malformed')
    },
  )

  it('as sizes are integers from 0', () => {
    expect(safeSize(0)).toBe(0)
    for (const value of [-1, 0.5, Number.NaN, Infinity, 2 ** 53])
      expect(refusal(() => safeSize(value))).toBe('out-of-range')
  })
})

describe('a writer and a reader', () => {
  it('use big-endian numbers of fixed widths', () => {
    const bytes = new ByteWriter()
      .u8(1)
      .u16(0x0203)
      .u32(0x04050607)
      .u64(0x08090a0b0c0d0e0fn)
      .i64(-2n)
      .size(5)
      .bytes(Uint8Array.of(9))
      .finish()
    expect(toHex(bytes)).toBe('0102030405060708090a0b0c0d0e0ffffffffffffffffe000000000000000509')
    const reader = new ByteReader(concatBytes(Uint8Array.of(7), bytes).subarray(1))
    expect([reader.u8(), reader.u16(), reader.u32(), reader.u64(), reader.i64(), reader.size()]).toEqual([
      1,
      0x0203,
      0x04050607,
      0x08090a0b0c0d0e0fn,
      -2n,
      5,
    ])
    expect([reader.position, reader.remaining]).toEqual([31, 1])
    expect(refusal(() => reader.end())).toBe('malformed')
    expect(reader.bytes(1)).toEqual(Uint8Array.of(9))
    reader.end()
  })

  it('return copies', () => {
    const bytes = Uint8Array.of(1, 2)
    const read = new ByteReader(bytes).bytes(2)
    bytes[0] = 9
    expect(read).toEqual(Uint8Array.of(1, 2))
  })

  it('stop at the end', () => {
    const reads = [
      (reader: ByteReader) => reader.u8(),
      (reader: ByteReader) => reader.bytes(1),
      (reader: ByteReader) => reader.bytes(-1),
    ]
    for (const read of reads) expect(refusal(() => read(new ByteReader(new Uint8Array(0))))).toBe('malformed')
    expect(refusal(() => new ByteReader(new Uint8Array(1)).u16())).toBe('malformed')
    expect(refusal(() => new ByteReader(new Uint8Array(3)).u32())).toBe('malformed')
    expect(refusal(() => new ByteReader(new Uint8Array(7)).u64())).toBe('malformed')
    expect(refusal(() => new ByteReader(new Uint8Array(7)).i64())).toBe('malformed')
    expect(refusal(() => new ByteReader(new Uint8Array(8).fill(0xff)).size())).toBe('out-of-range')
  })

  it('refuse numbers that do not fit, and more than the bound', () => {
    for (const value of [-1, 256, 0.5]) expect(refusal(() => new ByteWriter().u8(value))).toBe('out-of-range')
    expect(refusal(() => new ByteWriter().u16(65_536))).toBe('out-of-range')
    expect(refusal(() => new ByteWriter().u32(2 ** 32))).toBe('out-of-range')
    for (const value of [-1n, 2n ** 64n]) expect(refusal(() => new ByteWriter().u64(value))).toBe('out-of-range')
    for (const value of [-(2n ** 63n) - 1n, 2n ** 63n])
      expect(refusal(() => new ByteWriter().i64(value))).toBe('out-of-range')
    const writer = new ByteWriter({ maxBytes: 2 }).u16(1)
    expect(writer.length).toBe(2)
    expect(refusal(() => writer.u8(1))).toBe('too-large')
  })

  it('grow as needed', () => {
    const run = new Uint8Array(1000).fill(3)
    expect(new ByteWriter().u8(1).bytes(run).u8(2).finish()).toEqual(
      concatBytes(Uint8Array.of(1), run, Uint8Array.of(2)),
    )
  })

  it('leaves a result as it is when others write', () => {
    const run = fc.uint8Array({ maxLength: 1_500 })
    fc.assert(
      fc.property(fc.array(run), (runs) => {
        const writers = runs.map((bytes) => new ByteWriter().bytes(bytes))
        const results = writers.map((writer) => writer.finish())
        for (const writer of writers) writer.u8(0xff).bytes(new Uint8Array(60)).finish()
        expect(results).toEqual(runs)
      }),
    )
  })
})

describe('hashes', () => {
  it('are the same from Node and from JavaScript', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(sha256(bytes)).toEqual(sha256InJavaScript(bytes))
        for (const into of [sha256Into, sha256IntoInJavaScript]) {
          const target = new Uint8Array(40)
          into(target, 5, bytes)
          expect(target).toEqual(concatBytes(new Uint8Array(5), sha256(bytes), new Uint8Array(3)))
        }
      }),
    )
  })

  it('of leaves and nodes have the prefixes of RFC 6962', () => {
    const hash = new Uint8Array(hashBytes)
    expect(toHex(emptyRoot)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(toHex(leafHash(new Uint8Array(0)))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    expect(nodeHash(emptyRoot, hash)).toEqual(sha256(concatBytes(Uint8Array.of(1), emptyRoot, hash)))
  })

  it('of nodes take children of 32 bytes only', () => {
    expect(refusal(() => nodeHash(new Uint8Array(31), new Uint8Array(33)))).toBe('malformed')
    expect(refusal(() => nodeHash(new Uint8Array(32), new Uint8Array(31)))).toBe('malformed')
    expect(refusal(() => nodeHash(new Uint8Array(31), new Uint8Array(32)))).toBe('malformed')
  })
})
