import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { slotMs } from '@candor/formulas'
import { equalBytes, leafHash, ProofError } from '@candor/proof'
import { decodeTickEntry, noTicksDigest, recordBytes } from '@candor/proof/encoding'
import type { FrameEntry, TickEntry } from '@candor/proof/encoding'
import { CandleTable } from './candle-table.ts'
import type { CandleRow } from './candle-table.ts'
import { divideFile } from './divide-bundle.ts'
import type { Failure } from './findings.ts'
import { plainBytes, SourceError } from './log-source.ts'
import type { StoredFile } from './log-source.ts'
import { breakOfSums, openState, priceAt, recordField } from './record-follow.ts'
import type { FrameRecords } from './record-follow.ts'
import { RecordsHasher } from './records-root.ts'

/** A bundle of the log of prices with the files beside it. */
export interface TicksBundle {
  /** Of the shard, such as `ticks/2026h2`, for the sentences of failures. */
  readonly shard: string
  readonly index: number
  /** The entries that the checkpoint has. The files may have more where the log has grown. */
  readonly width: number
  /** The slot of the bundle's first entry. */
  readonly firstSlot: number
  readonly entries: StoredFile
  readonly records: StoredFile | null
  readonly raw: StoredFile | null
  /** The start of slot 0 in unix milliseconds, for candles; null where no candles are needed. */
  readonly genesisMs: number | null
  /** The last slot of which candles are made. */
  readonly untilSlot: number
  /** The instrument whose prices are compared with a recording; null for none. */
  readonly followedId: number | null
}

/** Slots without a frame, next to one another. */
export interface MissingSlots {
  readonly from: number
  readonly to: number
}

/** A frame with its records in bytes of their own. */
export interface EdgeFrame {
  readonly slot: number
  readonly publishedMs: number
  readonly records: Uint8Array
}

/** How many frames have raw ticks with their digest, have none in the files, and have no digest. */
export interface RawCounts {
  readonly heldCount: number
  readonly absentCount: number
  readonly unknownCount: number
}

export interface TicksBundleResult {
  /** The leaf hashes, one after the other. */
  readonly hashes: Uint8Array
  readonly failures: readonly Failure[]
  readonly first: EdgeFrame | null
  readonly last: EdgeFrame | null
  readonly frameCount: number
  readonly missing: readonly MissingSlots[]
  /** Frames in which each instrument was stale, by its number less one. */
  readonly staleCounts: Uint32Array
  /** Candles of a minute. */
  readonly candles: readonly CandleRow[]
  /** The frame of `untilSlot`, where the bundle has it. */
  readonly quoted: EdgeFrame | null
  readonly raw: RawCounts
  /** Of each open frame of the followed instrument the time, the price, and 1 where it was simulated. */
  readonly followed: Float64Array
}

type Frame = FrameRecords & { readonly publishedMs: number }

const minuteMs = 60_000
const staleState = 2
const simulatedKind = 0
/** An entry of a frame has 84 bytes; 64 kB is what the format allows. */
const maxEntryBytes = 200
/** Far more than any exchange lists; it bounds what a server can make an auditor unpack. */
const maxInstruments = 2_000
/** 4,000 ticks with texts of 255 bytes have 3 MB; those of a usual slot have 4 kB. */
const maxRawFileBytes = 256_000_000
const hasher = new RecordsHasher()

/** The most bytes that a bundle's entries have, before or after compression. */
export const maxBundleBytes = 256 * (2 + maxEntryBytes)
/** The most bytes of the records beside a bundle, compressed. */
export const maxRecordsBytes = 32_000_000

/** Checks everything in a bundle that needs nothing outside of it. Throws SourceError for hostile files. */
export function auditTicksBundle(bundle: TicksBundle): TicksBundleResult {
  const failures: Failure[] = []
  const name = `bundle ${bundle.index} of ${bundle.shard}`
  const parts = divideFile(plainBytes(bundle.entries, maxBundleBytes, `The ${name}`), bundle.width, 2, name)
  const entries = parts.map((bytes, index) => entryAt(bundle, index, bytes, failures))
  const frames = framesOf(bundle, entries, failures)
  const [first, last] = [edgeOf(frames.at(0)), edgeOf(frames.at(-1))]
  checkOrder(frames, failures)
  const staleCounts = new Uint32Array(frames.reduce((most, { count }) => Math.max(most, count), 0))
  for (const frame of frames) countStale(frame, staleCounts)
  return {
    hashes: leafHashes(parts),
    failures,
    first,
    last,
    frameCount: entries.filter((entry) => entry?.kind === 'frame').length,
    missing: missingOf(entries),
    staleCounts,
    candles: candlesOf(bundle, frames),
    quoted: edgeOf(frames.find(({ slot }) => slot === bundle.untilSlot)),
    raw: checkRaw(bundle, entries, failures),
    followed: followedIn(frames, bundle.followedId),
  }
}

function followedIn(frames: readonly Frame[], id: number | null): Float64Array {
  if (id === null) return new Float64Array(0)
  return Float64Array.from(
    frames.flatMap(({ publishedMs, bytes, start, count }) => {
      const at = start + (id - 1) * recordBytes
      if (id > count || bytes[at + recordField.state] !== openState) return []
      return [publishedMs, priceAt(bytes, at), bytes[at + recordField.sourceKind] === simulatedKind ? 1 : 0]
    }),
  )
}

function leafHashes(entries: readonly Uint8Array[]): Uint8Array {
  const hashes = new Uint8Array(entries.length * 32)
  for (const [index, entry] of entries.entries()) hashes.set(leafHash(entry), 32 * index)
  return hashes
}

/** The entry of a slot; null where it is none, or is that of another slot. */
function entryAt(bundle: TicksBundle, index: number, bytes: Uint8Array, failures: Failure[]): TickEntry | null {
  const slot = bundle.firstSlot + index
  const fail = (text: string) => {
    failures.push({ check: 'slots', text: `The leaf of slot ${slot} in ${bundle.shard} ${text}.` })
    return null
  }
  try {
    const entry = decodeTickEntry(bytes)
    return entry.slot === slot ? entry : fail(`says that it is of slot ${entry.slot}`)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return fail('is neither a frame nor a missing slot')
  }
}

/** The frames whose records lead to their roots. Others are failures, and the sums continue after them. */
function framesOf(bundle: TicksBundle, entries: readonly (TickEntry | null)[], failures: Failure[]): Frame[] {
  const { records, shard, index } = bundle
  const name = `file of records ${index} of ${shard}`
  const expected = entries.map((entry) => (entry?.kind === 'frame' ? entry.instrumentCount : 0))
  if (records === null) {
    if (expected.some((count) => count > 0)) failures.push({ check: 'records', text: `The ${name} is missing.` })
    return []
  }
  if (expected.some((count) => count > maxInstruments))
    throw new SourceError(`A frame in bundle ${index} of ${shard} has more than ${maxInstruments} instruments.`)
  const most = 256 * (6 + maxInstruments * recordBytes)
  const parts = divideFile(plainBytes(records, most, `The ${name}`), entries.length, 4, name)
  return entries.flatMap((entry, at) => {
    const [part = Buffer.alloc(0)] = parts.slice(at, at + 1)
    if (entry === null) return []
    if (entry.kind === 'missing') {
      if (part.length > 0)
        failures.push({ check: 'records', text: `The missing slot ${entry.slot} has records in the ${name}.` })
      return []
    }
    const frame = frameOf(entry, part)
    if (frame === null)
      failures.push({
        check: 'records',
        text: `The records of slot ${entry.slot} do not lead to the root in its leaf.`,
      })
    return frame === null ? [] : [frame]
  })
}

function frameOf({ slot, publishedMs, instrumentCount: count, recordsRoot }: FrameEntry, part: Buffer): Frame | null {
  if (part.length !== 2 + count * recordBytes || part.readUInt16BE(0) !== count) return null
  if (!equalBytes(hasher.rootOf(part, 2, count), recordsRoot)) return null
  return { slot, publishedMs, bytes: part, start: 2, count }
}

function checkOrder(frames: readonly Frame[], failures: Failure[]): void {
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1]
    if (before === undefined) continue
    const broken = breakOfSums(before, frame)
    if (broken !== null) failures.push({ check: 'sums', text: `The frame of slot ${frame.slot} ${broken}.` })
    if (frame.publishedMs < before.publishedMs)
      failures.push({ check: 'slots', text: `The frame of slot ${frame.slot} is published before an earlier one.` })
  }
}

function countStale({ bytes, start, count }: Frame, counts: Uint32Array): void {
  for (let index = 0; index < count; index += 1)
    if (bytes[start + index * recordBytes + recordField.state] === staleState) counts[index] = (counts[index] ?? 0) + 1
}

function candlesOf({ genesisMs, untilSlot }: TicksBundle, frames: readonly Frame[]): readonly CandleRow[] {
  if (genesisMs === null) return []
  const candles = new CandleTable(minuteMs, Infinity)
  for (const frame of frames) if (frame.slot <= untilSlot) candles.add(frame, genesisMs + frame.slot * slotMs)
  return candles.rows()
}

function missingOf(entries: readonly (TickEntry | null)[]): MissingSlots[] {
  const missing: { from: number; to: number }[] = []
  for (const entry of entries) {
    if (entry?.kind !== 'missing') continue
    const last = missing.at(-1)
    if (last?.to === entry.slot - 1) last.to = entry.slot
    else missing.push({ from: entry.slot, to: entry.slot })
  }
  return missing
}

function checkRaw(bundle: TicksBundle, entries: readonly (TickEntry | null)[], failures: Failure[]): RawCounts {
  const frames = entries.flatMap((entry, at) => (entry?.kind === 'frame' ? [{ entry, at }] : []))
  const known = frames.filter(({ entry }) => !equalBytes(entry.ticksDigest, noTicksDigest))
  const unknownCount = frames.length - known.length
  if (bundle.raw === null) return { heldCount: 0, absentCount: known.length, unknownCount }
  const name = `file of raw ticks ${bundle.index} of ${bundle.shard}`
  const parts = divideFile(plainBytes(bundle.raw, maxRawFileBytes, `The ${name}`), entries.length, 4, name)
  let [heldCount, absentCount] = [0, 0]
  for (const { entry, at } of known) {
    const [part = Buffer.alloc(0)] = parts.slice(at, at + 1)
    if (part.length === 0) absentCount += 1
    else if (hash('sha256', part, 'hex') === Buffer.from(entry.ticksDigest).toString('hex')) heldCount += 1
    else failures.push({ check: 'raw-ticks', text: `The raw ticks of slot ${entry.slot} are not those of its digest.` })
  }
  return { heldCount, absentCount, unknownCount }
}

function edgeOf(frame: Frame | undefined): EdgeFrame | null {
  if (frame === undefined) return null
  const { slot, publishedMs, bytes, start, count } = frame
  return { slot, publishedMs, records: Uint8Array.from(bytes.subarray(start, start + count * recordBytes)) }
}
