import { ByteReader, ByteWriter } from '../bytes.ts'
import { ensure } from '../errors.ts'
import { tileWidth } from '../tiles.ts'
import { recordBytes } from './tick.ts'

/**
 * The file of records beside a bundle of entries: for each entry the encoded records of its frame, null for a missing
 * slot. Throws a ProofError for more than 256 entries, and for records of another length.
 */
export function serialiseRecordFile(entries: readonly (readonly Uint8Array[] | null)[]): Uint8Array {
  return serialiseFile(entries.map((records) => (records === null ? null : joinRecords(records))))
}

/** Parses a file of records. Throws a ProofError for any bytes but those that `serialiseRecordFile` returns. */
export function parseRecordFile(bytes: Uint8Array): (Uint8Array[] | null)[] {
  return parseFile(bytes).map((records) => (records === null ? null : divideRecords(records)))
}

/** The file of raw ticks beside a bundle of entries: for each entry those of its slot, null where none are known. */
export function serialiseRawTicksFile(entries: readonly (Uint8Array | null)[]): Uint8Array {
  for (const entry of entries) ensure(entry?.length !== 0, 'malformed', 'The raw ticks of a slot have no bytes.')
  return serialiseFile(entries)
}

/** Parses a file of raw ticks, which `decodeRawTicks` reads one by one. Throws a ProofError. */
export function parseRawTicksFile(bytes: Uint8Array): (Uint8Array | null)[] {
  return parseFile(bytes)
}

function serialiseFile(entries: readonly (Uint8Array | null)[]): Uint8Array {
  ensureWidth(entries.length)
  const writer = new ByteWriter()
  for (const entry of entries) writer.u32(entry?.length ?? 0).bytes(entry ?? new Uint8Array(0))
  return writer.finish()
}

function parseFile(bytes: Uint8Array): (Uint8Array | null)[] {
  const reader = new ByteReader(bytes)
  const entries: (Uint8Array | null)[] = []
  while (reader.remaining > 0) {
    const length = reader.u32()
    entries.push(length === 0 ? null : reader.bytes(length))
    ensureWidth(entries.length)
  }
  ensureWidth(entries.length)
  return entries
}

function ensureWidth(width: number): void {
  ensure(width >= 1 && width <= tileWidth, 'out-of-range', 'A file has fewer than one or more than 256 entries.')
}

function joinRecords(records: readonly Uint8Array[]): Uint8Array {
  const writer = new ByteWriter().u16(records.length)
  for (const record of records) {
    ensure(record.length === recordBytes, 'malformed', `A record does not have ${recordBytes} bytes.`)
    writer.bytes(record)
  }
  return writer.finish()
}

function divideRecords(bytes: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(bytes)
  const records = Array.from({ length: reader.u16() }, () => reader.bytes(recordBytes))
  reader.end()
  return records
}
