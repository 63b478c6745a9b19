import type { Buffer } from 'node:buffer'
import { recordBytes } from '@candor/proof/encoding'

/** Where the fields of an encoded record are (docs/proof-format.md). */
export const recordField = {
  instrumentId: 2,
  price: 4,
  state: 16,
  sourceKind: 17,
  epoch: 18,
  priceSum: 22,
  openCount: 38,
} as const

/** The code of the state in which a price draws candles and counts in averages. */
export const openState = 1

const stateCount = 3
const word = 2 ** 32
/** A record that has no running sums: 24 zero bytes. */
const sumBytes = 24

/** The encoded records of one frame, within a larger buffer. */
export interface FrameRecords {
  readonly slot: number
  readonly bytes: Buffer
  /** Where the first record begins. */
  readonly start: number
  readonly count: number
}

/**
 * Why the records of a frame do not continue those of the frame before it, in words, or null: the running sum and the
 * count grow by what is open, epochs never step back, and no instrument is left out. Without a frame before, only the
 * form of the records is checked. Compares 128 bits in words of 32, as a log of a week has 130 million records.
 */
export function breakOfSums(before: FrameRecords | null, now: FrameRecords): string | null {
  if (before !== null && now.count < before.count) return `has ${now.count} instruments after ${before.count}`
  for (let index = 0; index < now.count; index += 1) {
    const at = now.start + index * recordBytes
    const found = wrongRecord(now.bytes, at, index) ?? (before === null ? null : wrongStep(before, now, index))
    if (found !== null) return `has a record of instrument ${index + 1} whose ${found}`
  }
  return null
}

function wrongRecord(bytes: Buffer, at: number, index: number): string | null {
  if (bytes[at] !== 1 || bytes[at + 1] !== 3) return 'version or type is unknown'
  if (bytes.readUInt16BE(at + recordField.instrumentId) !== index + 1) return 'instrument is another one'
  if ((bytes[at + recordField.state] ?? stateCount) >= stateCount) return 'state is unknown'
  return null
}

/** A new instrument begins with sums of zero. */
function wrongStep(before: FrameRecords, { bytes, start }: FrameRecords, index: number): string | null {
  const [at, from] = [start + index * recordBytes, before.start + index * recordBytes]
  const old = index < before.count ? before.bytes : null
  const isOpen = bytes[at + recordField.state] === openState
  if (old !== null) {
    if (bytes.readUInt32BE(at + recordField.epoch) < old.readUInt32BE(from + recordField.epoch))
      return 'epoch steps back'
    // Frames from before running sums have none.
    if (isOpen && isWithoutSums(bytes, at) && isWithoutSums(old, from)) return null
  }
  if (!isSum(old, from, bytes, at, isOpen)) return 'running sum does not follow'
  const countBefore = old === null ? 0 : countAt(old, from)
  return countAt(bytes, at) === countBefore + (isOpen ? 1 : 0) ? null : 'count of open frames does not follow'
}

function countAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + recordField.openCount) * word + bytes.readUInt32BE(at + recordField.openCount + 4)
}

function isWithoutSums(bytes: Buffer, at: number): boolean {
  for (let index = 0; index < sumBytes; index += 1) if (bytes[at + recordField.priceSum + index] !== 0) return false
  return true
}

/** Whether sum = sum before + price where the frame is open, in two's complement of 128 bits. */
function isSum(old: Buffer | null, from: number, bytes: Buffer, at: number, isOpen: boolean): boolean {
  const sign = isOpen && bytes.readInt32BE(at + recordField.price) < 0 ? word - 1 : 0
  let carry = 0
  for (let limb = 3; limb >= 0; limb -= 1) {
    const offset = recordField.priceSum + 4 * limb
    const last = old === null ? 0 : old.readUInt32BE(from + offset)
    const added = !isOpen ? 0 : limb >= 2 ? bytes.readUInt32BE(at + recordField.price + 4 * (limb - 2)) : sign
    const sum = last + added + carry
    carry = sum >= word ? 1 : 0
    if (bytes.readUInt32BE(at + offset) !== sum % word) return false
  }
  return true
}

/** The price of a record as a number; NaN beyond 2^53, where a number is not exact. */
export function priceAt(bytes: Buffer, at: number): number {
  const price = bytes.readInt32BE(at + recordField.price) * word + bytes.readUInt32BE(at + recordField.price + 4)
  return Number.isSafeInteger(price) ? price : Number.NaN
}
