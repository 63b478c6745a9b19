import {
  acceptCheckpoint,
  bundlePath,
  carryOut,
  equalBytes,
  hashesFromTiles,
  leafHash,
  parseBundle,
  parseVerifierKey,
  planInclusion,
  ProofError,
  readVerifiedTile,
  tilePath,
  tileWidth,
  verifyBundle,
  verifyInclusion,
  widthInTree,
} from '@candor/proof'
import type { AcceptedCheckpoint, Policy, Tile } from '@candor/proof'
import { decodeTickEntry, frameRecord, parseRecordFile, recordsRootOf } from '@candor/proof/encoding'
import type { FrameRecord } from '@candor/proof/encoding'
import type { Trusted } from '@candor/proof/receipt'
import { CheckFault } from './fault.ts'

/** Reads the bytes of a file below `/log/`; null where there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>

/** A slot as the log has it, proven. */
export interface ProvenSlot {
  readonly slot: number
  /** The index of its leaf in the shard. */
  readonly leaf: number
  /** The instrument's record; null for a slot without a frame. */
  readonly record: FrameRecord | null
}

/** The checkpoint of a shard whose signature holds. */
export interface SignedShard extends AcceptedCheckpoint {
  readonly shard: string
  readonly firstSlot: number
  readonly note: string
}

/** A file that the log had when its checkpoint was read is away: a longer one has replaced it. */
class LogMovedOn extends Error {}

const maxAttempts = 3
/** How far back the frame before a window is looked for: four files. */
const mostGapSlots = 4 * tileWidth

/** The published log of prices, read with keys that are known. Nothing of it is believed before it is verified. */
export class TicksLog {
  readonly #shards: readonly { readonly shard: string; readonly origin: string; readonly firstSlot: number }[]
  readonly #trusted: Trusted
  readonly #readFile: ReadFile
  readonly #files = new Map<string, Promise<Uint8Array>>()
  readonly #entries = new Map<string, Promise<Uint8Array[]>>()
  readonly #signed = new Map<string, SignedShard>()

  constructor(trusted: Trusted, readFile: ReadFile) {
    this.#trusted = trusted
    this.#readFile = readFile
    this.#shards = Object.entries(trusted.firstSlots ?? {})
      .map(([origin, firstSlot]) => ({ origin, firstSlot, shard: origin.split('/').at(-1) ?? '' }))
      .toSorted((one, other) => one.firstSlot - other.firstSlot)
  }

  /** The checkpoints that have been read, the oldest shard first. */
  get signed(): readonly SignedShard[] {
    return [...this.#signed.values()].toSorted((one, other) => one.firstSlot - other.firstSlot)
  }

  /**
   * Reads the checkpoints of all shards with these slots and verifies their signatures. Throws a ProofError where one
   * does not hold, a CheckFault where a slot is not in the log.
   */
  async open(slots: readonly number[]): Promise<void> {
    this.#files.clear()
    this.#entries.clear()
    this.#signed.clear()
    for (const { shard, firstSlot } of new Set(slots.map((slot) => this.#shardOf(slot)))) {
      const bytes = await this.#readFile(`ticks/${shard}/checkpoint`)
      if (bytes === null) throw new CheckFault('late')
      const accepted = await acceptCheckpoint(bytes, this.#policy())
      const note = new TextDecoder().decode(bytes)
      this.#signed.set(shard, { ...accepted, shard, firstSlot, note })
    }
    for (const slot of slots) if (!this.has(slot)) throw new CheckFault('late')
  }

  /** Whether a checkpoint that has been read covers the slot. */
  has(slot: number): boolean {
    const shard = this.#shards.findLast(({ firstSlot }) => slot >= firstSlot)
    const signed = shard === undefined ? undefined : this.#signed.get(shard.shard)
    return signed !== undefined && slot - signed.firstSlot < signed.checkpoint.size
  }

  /** Proves a run of slots. Throws a ProofError where what is published does not lead to the signed root. */
  async prove(from: number, to: number, instrumentId: number): Promise<ProvenSlot[]> {
    const proven: ProvenSlot[] = []
    for (let slot = from; slot <= to; slot += 1) proven.push(await this.#proveSlot(slot, instrumentId))
    return proven
  }

  /** The newest frame at or before a slot; null where the log has none so far back. */
  async newestAt(slot: number, instrumentId: number): Promise<ProvenSlot | null> {
    const oldest = Math.max(this.#shards[0]?.firstSlot ?? 0, slot - mostGapSlots)
    for (let at = slot; at >= oldest; at -= 1) {
      // A gap may reach back into a shard whose checkpoint is not read yet.
      if (!this.has(at)) return null
      const proven = await this.#proveSlot(at, instrumentId)
      if (proven.record !== null) return proven
    }
    return null
  }

  /**
   * Proves by the hashes from leaf to root that a slot is in the log, and returns their number. Throws a ProofError.
   */
  async joins(slot: number): Promise<number> {
    const { checkpoint, shard, firstSlot } = this.#signedOf(slot)
    const index = slot - firstSlot
    const { size, root } = checkpoint
    const hashes = hashesFromTiles(checkpoint, this.#tileReader(shard))
    const proof = await carryOut(planInclusion({ index, size }), hashes)
    const entry = (await this.#entriesOf(slot))[index % tileWidth]
    if (entry === undefined) throw new ProofError('wrong-data', 'The bundle lacks an entry.')
    verifyInclusion({ index, size, leafHash: leafHash(entry), proof, root })
    return proof.length
  }

  /** Runs a reading; starts again with a new checkpoint where the log has moved on meanwhile. */
  async withCheckpoints<Value>(slots: readonly number[], run: () => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof LogMovedOn)) throw error
        if (attempt === maxAttempts) throw new CheckFault('network')
        await this.open(slots)
      }
    }
  }

  async #proveSlot(slot: number, instrumentId: number): Promise<ProvenSlot> {
    const { firstSlot } = this.#signedOf(slot)
    const leaf = slot - firstSlot
    const bytes = (await this.#entriesOf(slot))[leaf % tileWidth]
    if (bytes === undefined) throw new ProofError('wrong-data', 'The bundle lacks an entry.')
    const entry = decodeTickEntry(bytes)
    if (entry.slot !== slot) throw new ProofError('wrong-data', 'A leaf is of another slot.')
    if (entry.kind === 'missing') return { slot, leaf, record: null }
    const records = (await this.#records(slot))[leaf % tileWidth] ?? []
    if (!equalBytes(recordsRootOf(records), entry.recordsRoot))
      throw new ProofError('wrong-data', 'The prices of a slot differ from their root in its leaf.')
    const record = records[instrumentId - 1]
    // An instrument that was added later is not in the frames from before.
    if (record === undefined) return { slot, leaf, record: null }
    const decoded = frameRecord.decode(record)
    if (decoded.instrumentId !== instrumentId) throw new ProofError('wrong-data', 'A record is of another instrument.')
    return { slot, leaf, record: decoded }
  }

  /** The entries of a slot's bundle, which hash to its verified tile. */
  #entriesOf(slot: number): Promise<Uint8Array[]> {
    const { shard, bundle } = this.#bundleOf(slot)
    const key = `${shard} ${bundle.index}`
    const known = this.#entries.get(key) ?? this.#verifiedEntries(slot)
    this.#entries.set(key, known)
    return known
  }

  async #verifiedEntries(slot: number): Promise<Uint8Array[]> {
    const { checkpoint, shard, bundle } = this.#bundleOf(slot)
    const bytes = await this.#file(`ticks/${shard}/${bundlePath(bundle)}`)
    const entries = parseBundle(bytes, bundle.width)
    const tile = await readVerifiedTile(checkpoint, { level: 0, index: bundle.index }, this.#tileReader(shard))
    verifyBundle(entries, tile)
    return entries
  }

  async #records(slot: number): Promise<(Uint8Array[] | null)[]> {
    const { shard, bundle } = this.#bundleOf(slot)
    return parseRecordFile(await this.#file(`ticks/${shard}/${bundlePath(bundle).replace('tile/entries', 'records')}`))
  }

  #bundleOf(slot: number) {
    const { checkpoint, shard, firstSlot } = this.#signedOf(slot)
    const index = Math.floor((slot - firstSlot) / tileWidth)
    return { checkpoint, shard, bundle: { index, width: widthInTree({ level: 0, index }, checkpoint.size) } }
  }

  #tileReader(shard: string): (tile: Tile) => Promise<Uint8Array> {
    return (tile) => this.#file(`ticks/${shard}/${tilePath(tile)}`)
  }

  #file(path: string): Promise<Uint8Array> {
    const known = this.#files.get(path)
    if (known !== undefined) return known
    const read = this.#readFile(path).then((bytes) => {
      if (bytes === null) throw new LogMovedOn()
      return bytes
    })
    this.#files.set(path, read)
    return read
  }

  /** A slot belongs to the last shard whose first slot it is not before. */
  #shardOf(slot: number) {
    if (this.#shards.length === 0) throw new CheckFault('no-log')
    const shard = this.#shards.findLast(({ firstSlot }) => slot >= firstSlot)
    if (shard === undefined) throw new CheckFault('before-log')
    return shard
  }

  #signedOf(slot: number): SignedShard {
    const signed = this.#signed.get(this.#shardOf(slot).shard)
    if (signed === undefined) throw new Error('the checkpoint of the slot has not been read')
    return signed
  }

  /** The keys of the log, and the witnesses whose cosignatures are looked for; none is required. */
  #policy(): Policy {
    const logs = this.#trusted.ticks.map((vkey) => ({ key: parseVerifierKey(vkey) }))
    return { logs, witnesses: this.#trusted.policy?.witnesses ?? [], quorum: { kind: 'none' } }
  }
}
