import { sha256 } from '../hash.ts'
import { text, u16, u64, u8 } from './field.ts'
import { beginStructure, openStructure, readFields, writeFields } from './structure.ts'
import type { Fields } from './structure.ts'

/** One price message as a source sent it. Prices are its decimal texts, empty where it named none. */
export interface RawTick {
  readonly instrumentId: number
  /** The source's number, from 1. */
  readonly source: number
  readonly receivedMs: number
  /** The source's own time; 0 where it named none. */
  readonly sourceTimeMs: number
  readonly bid: string
  readonly ask: string
  readonly last: string
}

/** The fields of each tick. */
export const rawTickFields: Fields<RawTick> = {
  instrumentId: u16,
  source: u8,
  receivedMs: u64,
  sourceTimeMs: u64,
  bid: text,
  ask: text,
  last: text,
}

/** The second byte of raw ticks. */
export const rawTicksType = 4

/** The ticks that a frame is made of, in the order in which they came in. */
export interface RawTicks {
  /** How many ticks came in beyond those that are recorded. */
  readonly dropped: number
  readonly ticks: readonly RawTick[]
}

/** The bytes of raw ticks. Throws a ProofError for more than 65,535. */
export function encodeRawTicks({ dropped, ticks }: RawTicks): Uint8Array {
  const writer = beginStructure(rawTicksType).u16(ticks.length).u32(dropped)
  for (const tick of ticks) writeFields(writer, rawTickFields, tick)
  return writer.finish()
}

/** Parses raw ticks. Throws a ProofError for any bytes but those that `encodeRawTicks` returns. */
export function decodeRawTicks(bytes: Uint8Array): RawTicks {
  const reader = openStructure(rawTicksType, bytes)
  const count = reader.u16()
  const dropped = reader.u32()
  const ticks = Array.from({ length: count }, () => readFields(reader, rawTickFields))
  reader.end()
  return { dropped, ticks }
}

/** What a frame has in place of its raw ticks' hash where they are not known. */
export const noTicksDigest = new Uint8Array(32)

/** The hash that a frame commits to, of its raw ticks as `encodeRawTicks` returns them. */
export function ticksDigestOf(rawTicks: Uint8Array): Uint8Array {
  return sha256(rawTicks)
}
