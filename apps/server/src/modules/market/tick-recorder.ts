import { createHash } from 'node:crypto'
import type { FeedTick } from '../quote-feeds/index.ts'

/** What a frame says about the ticks before it, and the record of them. */
export interface SlotTicks {
  /** For each instrument (index `instrument.id - 1`) the sources that sent a tick: source n is the bit n − 1. */
  readonly sources: readonly number[]
  /** The record in its one encoding; see docs/feeds.md. */
  readonly bytes: Uint8Array
  /** SHA-256 of the record. */
  readonly digest: Uint8Array
}

/** Ticks recorded for one frame. Later ones make prices, too, but are only counted. */
export const mostRecordedTicks = 4_000

const version = 1
const typeOfRecord = 4
/** Version, type, u16 count, u32 dropped. */
const headerBytes = 8
const fixedTickBytes = 19
const mostTextBytes = 255
const mostTickBytes = fixedTickBytes + 3 * (1 + mostTextBytes)
const wordSize = 2 ** 32

export interface TickRecorderOptions {
  /** The greatest id of an instrument. */
  readonly instrumentCount: number
  /** The number of a tick's source, from 1 to 15; null where it has none. */
  readonly numberOf: (tick: FeedTick) => number | null
}

/**
 * Records the ticks of a slot as they come, so that little is left to do after the slot's end. Uses no clock and no
 * I/O: the same ticks give the same bytes.
 */
export class TickRecorder {
  readonly #options: TickRecorderOptions
  #bytes = new Uint8Array(64 * 1_024)
  #length = headerBytes
  #count = 0
  #dropped = 0
  #sources: number[]

  constructor(options: TickRecorderOptions) {
    this.#options = options
    this.#sources = this.#noSources()
  }

  tick(tick: FeedTick): void {
    const number = this.#options.numberOf(tick)
    const index = tick.instrumentId - 1
    const before = this.#sources[index]
    if (before === undefined) return
    if (number !== null) this.#sources[index] = before | (1 << (number - 1))
    if (number === null || this.#count === mostRecordedTicks || !this.#write(tick, number)) this.#dropped += 1
    else this.#count += 1
  }

  /** The record of all ticks since `clear`. */
  take(): SlotTicks {
    const bytes = this.#bytes.slice(0, this.#length)
    const header = new DataView(bytes.buffer)
    header.setUint8(0, version)
    header.setUint8(1, typeOfRecord)
    header.setUint16(2, this.#count)
    header.setUint32(4, Math.min(this.#dropped, wordSize - 1))
    return { sources: this.#sources.slice(), bytes, digest: createHash('sha256').update(bytes).digest() }
  }

  /** Begins the next record. */
  clear(): void {
    this.#length = headerBytes
    this.#count = 0
    this.#dropped = 0
    this.#sources = this.#noSources()
  }

  /** Appends a tick. Returns false, and appends nothing, where a price is no short text of ASCII. */
  #write(tick: FeedTick, number: number): boolean {
    if (this.#bytes.length - this.#length < mostTickBytes) this.#grow()
    const startLength = this.#length
    this.#writeNumber(tick.instrumentId, 2)
    this.#writeNumber(number, 1)
    this.#writeTime(tick.timeMs)
    this.#writeTime(tick.sourceTimeMs ?? 0)
    if (this.#writeText(tick.bid) && this.#writeText(tick.ask) && this.#writeText(tick.last)) return true
    this.#length = startLength
    return false
  }

  #writeTime(timeMs: number): void {
    const wholeMs = Math.max(0, Math.floor(timeMs))
    this.#writeNumber(Math.floor(wholeMs / wordSize), 4)
    this.#writeNumber(wholeMs % wordSize, 4)
  }

  #writeNumber(value: number, size: number): void {
    for (let shift = 8 * (size - 1); shift >= 0; shift -= 8) this.#bytes[this.#length++] = value >>> shift
  }

  #writeText(text: string | null): boolean {
    const length = text?.length ?? 0
    if (length > mostTextBytes) return false
    this.#bytes[this.#length++] = length
    for (let index = 0; index < length; index += 1) {
      const code = text?.charCodeAt(index) ?? 0
      if (code > 127) return false
      this.#bytes[this.#length++] = code
    }
    return true
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length)
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  #noSources(): number[] {
    return Array.from({ length: this.#options.instrumentCount }, () => 0)
  }
}
