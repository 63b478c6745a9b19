import { ByteReader, ByteWriter } from '../bytes.ts'
import { ensure } from '../errors.ts'
import type { Field } from './field.ts'

/** The version that each structure begins with. */
const version = 1

/** The fields of a value by their names, in the order of the bytes. */
export type Fields<Value> = { readonly [Name in keyof Value]: Field<Value[Name]> }

/** A canonical encoding: version, type, then the fields in their order. Each value has exactly one. */
export interface Structure<Value> {
  /** The second byte. */
  readonly type: number
  readonly fields: Fields<Value>
  /** Throws a ProofError for a value that the structure cannot have. */
  encode(value: Value): Uint8Array
  /** Throws a ProofError for any bytes but those that `encode` returns. */
  decode(bytes: Uint8Array): Value
}

/**
 * Declares a structure by its fields, in their order. `rule` throws a ProofError for values that contradict each other.
 */
export function structure<Value extends object>(
  type: number,
  fields: Fields<Value>,
  rule?: (value: Value) => void,
): Structure<Value> {
  return {
    type,
    fields,
    encode(value) {
      rule?.(value)
      const writer = beginStructure(type)
      writeFields(writer, fields, value)
      return writer.finish()
    },
    decode(bytes) {
      const reader = openStructure(type, bytes)
      const value = readFields(reader, fields)
      reader.end()
      rule?.(value)
      return value
    },
  }
}

/** A writer that has written version and type. */
export function beginStructure(type: number): ByteWriter {
  return new ByteWriter().u8(version).u8(type)
}

/** A reader that has read version and type. Throws `malformed` for others. */
export function openStructure(type: number, bytes: Uint8Array): ByteReader {
  const reader = new ByteReader(bytes)
  ensure(reader.u8() === version, 'malformed', 'The structure is of an unknown version.')
  ensure(reader.u8() === type, 'malformed', 'The structure is of another type.')
  return reader
}

/** The type of encoded bytes. Throws `malformed` for less than a version and a type, and for an unknown version. */
export function typeOf(bytes: Uint8Array): number {
  const reader = new ByteReader(bytes)
  ensure(reader.u8() === version, 'malformed', 'The structure is of an unknown version.')
  return reader.u8()
}

/** A `u16` count, then as many items, each the bytes of its fields. `type` names them in docs/proof-format.md. */
export function listOf<Item extends object>(type: string, fields: Fields<Item>): Field<readonly Item[]> {
  return {
    type: `${type}[]`,
    write(writer, items) {
      writer.u16(items.length)
      for (const item of items) writeFields(writer, fields, item)
    },
    read: (reader) => Array.from({ length: reader.u16() }, () => readFields(reader, fields)),
  }
}

export function writeFields<Value extends object>(writer: ByteWriter, fields: Fields<Value>, value: Value): void {
  for (const [name, field] of entriesOf(fields)) field.write(writer, value[name])
}

export function readFields<Value extends object>(reader: ByteReader, fields: Fields<Value>): Value {
  const value: Partial<Value> = {}
  for (const [name, field] of entriesOf(fields)) value[name] = field.read(reader)
  return value as Value
}

type FieldEntry<Value> = { [Name in keyof Value & string]: readonly [Name, Field<Value[Name]>] }[keyof Value & string]

const knownEntries = new WeakMap<object, readonly unknown[]>()

function entriesOf<Value extends object>(fields: Fields<Value>): readonly FieldEntry<Value>[] {
  const entries = knownEntries.get(fields) ?? Object.entries(fields)
  knownEntries.set(fields, entries)
  return entries as FieldEntry<Value>[]
}
