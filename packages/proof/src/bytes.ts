import { toBase64 } from '#base64'
import { ensure, ProofError } from './errors.ts'

export { toBase64 }

const encoder = new TextEncoder()
// A byte order mark is part of the text: dropping it would change what was signed.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The bytes of a text in UTF-8. Throws `malformed` for a text with half of a surrogate pair, which has no bytes. */
export function utf8Bytes(text: string): Uint8Array {
  ensure(text.isWellFormed(), 'malformed', 'The text is not valid Unicode.')
  return encoder.encode(text)
}

/** The text of bytes in UTF-8, a byte order mark included. Throws `malformed` for other bytes. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ProofError('malformed', 'The bytes are not valid UTF-8.')
  }
}

/** Whether both have the same bytes. Takes no constant time: everything that is compared here is public. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** The bytes of all parts in a new array. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let position = 0
  for (const part of parts) {
    joined.set(part, position)
    position += part.length
  }
  return joined
}

const hexDigits = '0123456789abcdef'

/** Two lowercase digits a byte. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += hexDigits.charAt(byte >> 4) + hexDigits.charAt(byte & 15)
  return text
}

/** The bytes of lowercase hexadecimal digits, two a byte. Throws `malformed`. */
export function fromHex(text: string): Uint8Array {
  ensure(text.length % 2 === 0 && /^[0-9a-f]*$/.test(text), 'malformed', 'The text is not lowercase hexadecimal.')
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = (hexValue(text.charCodeAt(2 * index)) << 4) | hexValue(text.charCodeAt(2 * index + 1))
  return bytes
}

/** The value of the code of a digit, 0x30 to 0x39 or 0x61 to 0x66. */
function hexValue(code: number): number {
  return code < 0x61 ? code - 0x30 : code - 0x57
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const base64Values = new Uint8Array(128).fill(0xff)
for (let value = 0; value < base64Digits.length; value += 1) base64Values[base64Digits.charCodeAt(value)] = value

/**
 * The bytes of a text in the base64 of RFC 4648, section 4. Takes exactly what `toBase64` writes: with padding, unused
 * bits zero, no white space. So each value has one text. Throws `malformed`.
 */
export function fromBase64(text: string): Uint8Array {
  ensure(text.length % 4 === 0, 'malformed', 'The base64 text has a length that is no multiple of four.')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let bits = 0
  let bitCount = 0
  let position = 0
  for (let index = 0; index < digits; index += 1) {
    const value = base64Values[text.charCodeAt(index)] ?? 0xff
    ensure(value < 64, 'malformed', 'The text contains a character outside of base64.')
    bits = ((bits << 6) | value) & 0xffff
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    bytes[position] = (bits >> bitCount) & 0xff
    position += 1
  }
  ensure((bits & ((1 << bitCount) - 1)) === 0, 'malformed', 'The base64 text has unused bits that are not zero.')
  return bytes
}

/**
 * A non-negative integer in ASCII decimal without leading zeros, as the formats of c2sp.org write sizes, indices and
 * times. Throws `malformed`, and `out-of-range` above 2^53 − 1.
 */
export function parseDecimal(text: string): number {
  ensure(/^(?:0|[1-9][0-9]{0,19})$/.test(text), 'malformed', 'A number is not a decimal without leading zeros.')
  return safeSize(Number(text))
}

/** The number, checked to be an integer from 0 to 2^53 − 1. Throws `out-of-range`. */
export function safeSize(value: number): number {
  ensure(
    Number.isSafeInteger(value) && value >= 0,
    'out-of-range',
    'A number is not an integer between 0 and 9007199254740991.',
  )
  return value
}

/**
 * Writes an integer of at most 2^53 − 1 in eight bytes, as two halves: a bigint would be an object of its own. Throws
 * `out-of-range`.
 */
export function setSize(view: DataView, position: number, value: number): void {
  safeSize(value)
  view.setUint32(position, Math.floor(value / 2 ** 32))
  view.setUint32(position + 4, value % 2 ** 32)
}

/** Reads big-endian numbers and runs of bytes from front to back. Every read past the end throws `malformed`. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The number of bytes read so far. */
  get position(): number {
    return this.#position
  }

  /** The number of bytes left. */
  get remaining(): number {
    return this.#bytes.length - this.#position
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1))
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2))
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4))
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8))
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#advance(8))
  }

  /** Eight bytes whose value is at most 2^53 − 1. Throws `out-of-range` above. */
  size(): number {
    return safeSize(Number(this.u64()))
  }

  /** A copy of the next `length` bytes. */
  bytes(length: number): Uint8Array {
    const start = this.#advance(length)
    return this.#bytes.slice(start, start + length)
  }

  /** Throws `malformed` when bytes are left. */
  end(): void {
    ensure(this.remaining === 0, 'malformed', 'The data is longer than its format.')
  }

  #advance(length: number): number {
    const start = this.#position
    ensure(length >= 0 && length <= this.remaining, 'malformed', 'The data ends too early.')
    this.#position = start + length
    return start
  }
}

/** Where a writer writes. */
interface WriterSpace {
  readonly bytes: Uint8Array
  readonly view: DataView
}

function spaceOf(bytes: Uint8Array<ArrayBuffer>): WriterSpace {
  return { bytes, view: new DataView(bytes.buffer) }
}

/** What finished writers wrote into: an engine takes a microsecond to make an array of more than 64 bytes. */
const spareSpaces: WriterSpace[] = []
const mostSpareSpaces = 4
const spareBytes = 1_024
const noSpace = spaceOf(new Uint8Array(0))

/** Short results share an array, for the same reason. */
const slabBytes = 8_192
let slab = new Uint8Array(slabBytes)
let slabUsed = 0

/** A copy of the bytes, which nothing writes to. Its `buffer` may be that of others, too. */
function copyOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length > slabBytes / 8) return bytes.slice()
  if (slabUsed + bytes.length > slabBytes) {
    slab = new Uint8Array(slabBytes)
    slabUsed = 0
  }
  const copy = slab.subarray(slabUsed, slabUsed + bytes.length)
  slabUsed += bytes.length
  copy.set(bytes)
  return copy
}

/**
 * Writes big-endian numbers and runs of bytes. Throws `out-of-range` for a number that does not fit its width, and
 * `too-large` when the result would exceed `maxBytes`.
 */
export class ByteWriter {
  #space = spareSpaces.pop() ?? spaceOf(new Uint8Array(spareBytes))
  #length = 0
  readonly #maxBytes: number

  constructor({ maxBytes = Number.MAX_SAFE_INTEGER }: { readonly maxBytes?: number } = {}) {
    this.#maxBytes = maxBytes
  }

  get length(): number {
    return this.#length
  }

  u8(value: number): this {
    return this.#unsigned(value, 1)
  }

  u16(value: number): this {
    return this.#unsigned(value, 2)
  }

  u32(value: number): this {
    return this.#unsigned(value, 4)
  }

  u64(value: bigint): this {
    ensure(BigInt.asUintN(64, value) === value, 'out-of-range', 'A number does not fit 64 bits.')
    const start = this.#grow(8)
    this.#space.view.setBigUint64(start, value)
    return this
  }

  i64(value: bigint): this {
    ensure(BigInt.asIntN(64, value) === value, 'out-of-range', 'A number does not fit 64 bits with a sign.')
    const start = this.#grow(8)
    this.#space.view.setBigInt64(start, value)
    return this
  }

  /** Eight bytes with an integer of at most 2^53 − 1. */
  size(value: number): this {
    const start = this.#grow(8)
    setSize(this.#space.view, start, value)
    return this
  }

  bytes(bytes: Uint8Array): this {
    const start = this.#grow(bytes.length)
    this.#space.bytes.set(bytes, start)
    return this
  }

  /** Returns what was written, and empties the writer. */
  finish(): Uint8Array {
    const space = this.#space
    const written = copyOf(space.bytes.subarray(0, this.#length))
    if (space.bytes.length === spareBytes && spareSpaces.length < mostSpareSpaces) spareSpaces.push(space)
    this.#space = noSpace
    this.#length = 0
    return written
  }

  #unsigned(value: number, width: 1 | 2 | 4): this {
    ensure(
      Number.isInteger(value) && value >= 0 && value < 2 ** (8 * width),
      'out-of-range',
      `A number does not fit ${8 * width} bits.`,
    )
    const start = this.#grow(width)
    const { view } = this.#space
    if (width === 1) view.setUint8(start, value)
    else if (width === 2) view.setUint16(start, value)
    else view.setUint32(start, value)
    return this
  }

  /** Makes room and returns the position of the new bytes. */
  #grow(length: number): number {
    const start = this.#length
    ensure(start + length <= this.#maxBytes, 'too-large', `The data would be longer than ${this.#maxBytes} bytes.`)
    const { bytes } = this.#space
    if (start + length > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, start + length))
      larger.set(bytes)
      this.#space = spaceOf(larger)
    }
    this.#length = start + length
    return start
  }
}
