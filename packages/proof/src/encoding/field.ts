import { utf8Bytes, utf8Text } from '../bytes.ts'
import type { ByteReader, ByteWriter } from '../bytes.ts'
import { ensure, ProofError } from '../errors.ts'
import { hashBytes } from '../hash.ts'

/** How one field of a structure is written and read. Both throw a ProofError for a value that the field cannot have. */
export interface Field<Value> {
  /** The type's name in docs/proof-format.md. */
  readonly type: string
  write(writer: ByteWriter, value: Value): void
  read(reader: ByteReader): Value
}

export const u8: Field<number> = {
  type: 'u8',
  write: (writer, value) => writer.u8(value),
  read: (reader) => reader.u8(),
}

export const u16: Field<number> = {
  type: 'u16',
  write: (writer, value) => writer.u16(value),
  read: (reader) => reader.u16(),
}

export const u32: Field<number> = {
  type: 'u32',
  write: (writer, value) => writer.u32(value),
  read: (reader) => reader.u32(),
}

/** Eight bytes, at most 2^53 − 1: slots, times, counts and positions. */
export const u64: Field<number> = {
  type: 'u64',
  write: (writer, value) => writer.size(value),
  read: (reader) => reader.size(),
}

/** Ids, money and prices. */
export const i64: Field<bigint> = {
  type: 'i64',
  write: (writer, value) => writer.i64(value),
  read: (reader) => reader.i64(),
}

/** Running sums of prices. */
export const i128: Field<bigint> = {
  type: 'i128',
  write(writer, value) {
    ensure(BigInt.asIntN(128, value) === value, 'out-of-range', 'A number does not fit 128 bits with a sign.')
    writer.i64(value >> 64n).u64(BigInt.asUintN(64, value))
  },
  read(reader) {
    const high = reader.i64()
    return (high << 64n) | reader.u64()
  },
}

export const flag: Field<boolean> = {
  type: 'flag',
  write: (writer, value) => writer.u8(value ? 1 : 0),
  read(reader) {
    const value = reader.u8()
    ensure(value <= 1, 'malformed', 'A flag is neither 0 nor 1.')
    return value === 1
  },
}

export const hash: Field<Uint8Array> = {
  type: 'bytes32',
  write(writer, value) {
    ensure(value.length === hashBytes, 'malformed', 'A hash does not have 32 bytes.')
    writer.bytes(value)
  },
  read: (reader) => reader.bytes(hashBytes),
}

const maxTextBytes = 255

/** The bytes of texts that were written last: each order names the symbol of its instrument. */
const knownTexts = new Map<string, Uint8Array>()
const mostKnownTexts = 256

function bytesOfText(value: string): Uint8Array {
  const known = knownTexts.get(value)
  if (known !== undefined) return known
  const bytes = utf8Bytes(value)
  ensure(bytes.length <= maxTextBytes, 'too-large', `A text has more than ${maxTextBytes} bytes.`)
  if (knownTexts.size >= mostKnownTexts) knownTexts.clear()
  knownTexts.set(value, bytes)
  return bytes
}

/** At most 255 bytes of UTF-8 after their number. */
export const text: Field<string> = {
  type: 'text',
  write(writer, value) {
    const bytes = bytesOfText(value)
    writer.u8(bytes.length).bytes(bytes)
  },
  read: (reader) => utf8Text(reader.bytes(reader.u8())),
}

/** One byte for one of the named values. */
export function code<Name extends string>(codes: Readonly<Record<Name, number>>): Field<Name> {
  const names = new Map((Object.keys(codes) as Name[]).map((name) => [codes[name], name]))
  return {
    type: 'u8',
    write: (writer, name) => writer.u8(codes[name]),
    read(reader) {
      const name = names.get(reader.u8())
      if (name === undefined) throw new ProofError('malformed', 'A code is unknown.')
      return name
    },
  }
}
