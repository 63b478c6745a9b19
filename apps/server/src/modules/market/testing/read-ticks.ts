import assert from 'node:assert/strict'

/** A tick as a record has it; a price that its message did not have is empty. */
export interface RecordedTick {
  readonly instrumentId: number
  readonly source: number
  readonly receivedMs: number
  readonly sourceTimeMs: number
  readonly bid: string
  readonly ask: string
  readonly last: string
}

/** Reads a record of ticks by its documentation. Throws where the bytes are none. */
export function readTicks(record: Uint8Array): { ticks: RecordedTick[]; dropped: number } {
  const bytes = Buffer.from(record)
  assert.deepEqual([bytes[0], bytes[1]], [1, 4])
  let at = 8
  const text = () => {
    const start = at + 1
    at = start + bytes.readUInt8(at)
    return bytes.toString('ascii', start, at)
  }
  const ticks = Array.from({ length: bytes.readUInt16BE(2) }, (): RecordedTick => {
    const start = at
    at += 19
    return {
      instrumentId: bytes.readUInt16BE(start),
      source: bytes.readUInt8(start + 2),
      receivedMs: Number(bytes.readBigUInt64BE(start + 3)),
      sourceTimeMs: Number(bytes.readBigUInt64BE(start + 11)),
      bid: text(),
      ask: text(),
      last: text(),
    }
  })
  assert.equal(at, bytes.length)
  return { ticks, dropped: bytes.readUInt32BE(4) }
}
