import { Buffer } from 'node:buffer'
import { equalBytes, fromBase64, tileWidth, toBase64, widthInTree } from '@candor/proof'
import { recordBytes } from '@candor/proof/encoding'
import type { TicksCarry } from './audit-state.ts'
import { bundlesOf, inOrder, readBeside } from './bundle-reader.ts'
import type { BundleRange } from './bundle-reader.ts'
import { CandleTable } from './candle-table.ts'
import type { Findings } from './findings.ts'
import { divideFile } from './divide-bundle.ts'
import { plainBytes } from './log-source.ts'
import type { LogSource } from './log-source.ts'
import { breakOfSums } from './record-follow.ts'
import type { FrameRecords } from './record-follow.ts'
import { compareRoots } from './signed-head.ts'
import type { ShardHead } from './signed-head.ts'
import { maxBundleBytes, maxRecordsBytes } from './ticks-bundle.ts'
import type { EdgeFrame, MissingSlots, RawCounts, TicksBundleResult } from './ticks-bundle.ts'
import type { TicksPool } from './ticks-pool.ts'
import { TreeCheck } from './tree-check.ts'
import type { SavedTree } from './tree-check.ts'

/** What the records of a run add up to, for comparisons with what is published. */
export interface TicksSummary {
  /** The slot that the run began with. */
  firstSlot: number | null
  lastSlot: number | null
  lastPublishedMs: number
  frameCount: number
  missingCount: number
  /** The first runs of missing slots. */
  readonly missing: MissingSlots[]
  /** Frames in which each instrument was stale, by its number less one. */
  readonly staleCounts: number[]
  readonly raw: { heldCount: number; absentCount: number; unknownCount: number }
  readonly minutes: CandleTable
  readonly hours: CandleTable
  /** Buckets of five minutes, of which the figures of a day are made. */
  readonly dayBuckets: CandleTable
  quoted: EdgeFrame | null
}

const keptMissing = 1_000
const hourMs = 3_600_000

export function newSummary(): TicksSummary {
  return {
    firstSlot: null,
    lastSlot: null,
    lastPublishedMs: 0,
    frameCount: 0,
    missingCount: 0,
    missing: [],
    staleCounts: [],
    raw: { heldCount: 0, absentCount: 0, unknownCount: 0 },
    minutes: new CandleTable(60_000, 1_100),
    hours: new CandleTable(hourMs, 1_100),
    dayBuckets: new CandleTable(300_000, 8 * 288),
    quoted: null,
  }
}

export interface TicksAuditOptions {
  readonly source: LogSource
  readonly pool: TicksPool
  readonly findings: Findings
  /** The start of slot 0; null where no candles are compared. */
  readonly genesisMs: number | null
  readonly untilSlot: number
  /** The instrument whose prices are compared with a recording. */
  readonly followed: { readonly id: number; take(prices: Float64Array): Promise<void> } | null
  /** Called after each bundle with the number of slots that were read. */
  progress(slots: number): void
  /** Called after each full bundle; stores now and then where a run can go on. */
  checkpoint(shard: string, tree: SavedTree, carry: TicksCarry): Promise<void>
}

/** Checks the shards of the log of prices in their order, from where the last run ended. */
export class TicksAudit {
  readonly summary = newSummary()
  /** The first slots of shards, by their origins. */
  readonly firstSlots: Record<string, number> = {}
  readonly #options: TicksAuditOptions
  #last: EdgeFrame | null

  constructor(options: TicksAuditOptions, carry: TicksCarry | null) {
    this.#options = options
    const last = carry?.last ?? null
    this.#last = last === null ? null : { ...last, records: fromBase64(last.records) }
  }

  /** `seen` is the head of the last run. The bundles before `saved` were checked then. */
  async shard(head: ShardHead, saved: SavedTree, seen: { size: number; root: Uint8Array } | null): Promise<void> {
    const { source, pool, findings, checkpoint, progress } = this.#options
    const {
      name,
      checkpoint: { size, root },
      firstSlot,
    } = head
    const tree = new TreeCheck(source, name, findings, saved)
    const first = firstSlot ?? (size === 0 ? null : await this.#firstSlotOf(head))
    if (first === null) return
    this.firstSlots[head.checkpoint.origin] = first
    const seenBundle = seen === null ? -1 : Math.floor(seen.size / tileWidth)
    let partial: Uint8Array[] = []
    const bundles = bundlesOf(name, saved.bundles, size)
    for await (const [range, result] of inOrder(bundles, pool.width, (each) => this.#read(each, first))) {
      if (result === null) return
      const hashes = divideHashes(result.hashes)
      if (seen !== null && range.index === seenBundle)
        compareRoots(name, seen.size, tree.rootWith(hashes.slice(0, seen.size % tileWidth)), seen.root, findings)
      await tree.compare({ level: 0, index: range.index, width: range.width }, hashes)
      this.#take(result)
      await this.#options.followed?.take(result.followed)
      if (range.width === tileWidth) {
        await tree.append(hashes)
        await checkpoint(name, tree.save(), this.carry())
      } else partial = hashes
      progress(range.width)
    }
    await tree.compareEdge()
    if (equalBytes(tree.rootWith(partial), root)) findings.hold('tree', size)
    else findings.fail('tree', `The entries of ${name} do not lead to the root that is signed over ${size} leaves.`)
  }

  carry(): TicksCarry {
    const last = this.#last
    return { last: last === null ? null : { ...last, records: toBase64(last.records) } }
  }

  async #read(range: BundleRange, firstSlot: number): Promise<readonly [BundleRange, TicksBundleResult | null]> {
    const { source, pool, findings, genesisMs, untilSlot, followed } = this.#options
    const [entries, records, raw] = await Promise.all([
      readBeside(source, range, 'tile/entries', maxBundleBytes),
      readBeside(source, range, 'records', maxRecordsBytes),
      readBeside(source, range, 'raw', maxRecordsBytes),
    ])
    if (entries === null) {
      findings.fail('tree', `The log lacks the entries of bundle ${range.index} of ${range.shard}.`)
      return [range, null]
    }
    const slot = firstSlot + range.index * tileWidth
    const beside = { entries, records, raw }
    const followedId = followed?.id ?? null
    return [range, await pool.audit({ ...range, firstSlot: slot, ...beside, genesisMs, untilSlot, followedId })]
  }

  #take(result: TicksBundleResult): void {
    const { findings } = this.#options
    const { summary } = this
    for (const { check, text } of result.failures) findings.fail(check, text)
    findings.hold('slots', result.hashes.length / 32)
    const { first, last } = result
    if (first !== null) {
      const broken = this.#last === null ? null : breakOfSums(framed(this.#last), framed(first))
      if (broken !== null) findings.fail('sums', `The frame of slot ${first.slot} ${broken}.`)
      if (this.#last !== null && first.publishedMs < this.#last.publishedMs)
        findings.fail('slots', `The frame of slot ${first.slot} is published before an earlier one.`)
      summary.firstSlot ??= first.slot
    }
    if (last !== null) {
      this.#last = last
      summary.lastSlot = last.slot
      summary.lastPublishedMs = last.publishedMs
    }
    findings.hold('records', result.frameCount)
    findings.hold('sums', result.frameCount)
    addUp(summary, result)
  }

  /** The first slot of a shard whose source does not say it: that of its first entry. */
  async #firstSlotOf({ name, checkpoint: { size } }: ShardHead): Promise<number | null> {
    const { source, findings } = this.#options
    const range = { shard: name, index: 0, width: widthInTree({ level: 0, index: 0 }, size) }
    const file = await readBeside(source, range, 'tile/entries', maxBundleBytes)
    if (file === null) {
      findings.fail('tree', `The log lacks the first entries of ${name}.`)
      return null
    }
    const [entry] = divideFile(plainBytes(file, maxBundleBytes, name), 1, 2, name)
    // Version and type are before the slot of either kind of entry.
    return entry === undefined || entry.length < 10 ? 0 : Number(entry.readBigUInt64BE(2))
  }
}

function framed({ slot, records }: EdgeFrame): FrameRecords {
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength)
  return { slot, bytes, start: 0, count: records.length / recordBytes }
}

function divideHashes(hashes: Uint8Array): Uint8Array[] {
  return Array.from({ length: hashes.length / 32 }, (_, index) => hashes.slice(32 * index, 32 * (index + 1)))
}

function addUp(summary: TicksSummary, result: TicksBundleResult): void {
  summary.frameCount += result.frameCount
  for (const { from, to } of result.missing) {
    summary.missingCount += to - from + 1
    const last = summary.missing.at(-1)
    if (last?.to === from - 1) summary.missing[summary.missing.length - 1] = { from: last.from, to }
    else if (summary.missing.length < keptMissing) summary.missing.push({ from, to })
  }
  for (const [index, frames] of result.staleCounts.entries())
    summary.staleCounts[index] = (summary.staleCounts[index] ?? 0) + frames
  for (const row of result.candles) {
    summary.minutes.join(row)
    summary.dayBuckets.join(row)
    summary.hours.join(row)
  }
  summary.quoted = result.quoted ?? summary.quoted
  addRaw(summary.raw, result.raw)
}

function addRaw(sum: { heldCount: number; absentCount: number; unknownCount: number }, raw: RawCounts): void {
  sum.heldCount += raw.heldCount
  sum.absentCount += raw.absentCount
  sum.unknownCount += raw.unknownCount
}
