import {
  bundlePath,
  equalBytes,
  hashesFromTiles,
  leafHash,
  openLogCheckpoint,
  parseBundle,
  ProofError,
  serialiseTile,
  tilePath,
  tileWidth,
  widthInTree,
} from '@candor/proof'
import type { Checkpoint, Tile } from '@candor/proof'
import { decodeTickEntry, frameRecord, parseRecordFile, recordsRootOf } from '@candor/proof/encoding'
import { epochStarts } from './epoch-starts.ts'
import type { EpochStart } from './epoch-starts.ts'

/** Reads a file below `/log/`. Throws where it cannot be read. */
type Read = (path: string) => Promise<Uint8Array>

/** The shard that is read: its key, and the slot of its first leaf. */
export interface FramesShard {
  readonly shard: string
  readonly vkey: string
  readonly firstSlot: number
}

/** The slots at the end of a shard, each of whose entries leads to the signed root. */
export interface CheckedFrames {
  readonly fromSlot: number
  readonly toSlot: number
  /** Slots whose entry says that they have no frame, oldest first. */
  readonly missing: readonly number[]
  /** Where prices began a new epoch, newest first, at most three slots. */
  readonly epochs: readonly EpochStart[]
  /** Instruments in the newest frame. */
  readonly instrumentCount: number
  readonly checkedMs: number
}

/** So many files are read at once. */
const bundlesAtOnce = 12
const mostAttempts = 3
const mostEpochStarts = 3

interface ReadOptions {
  readonly read: Read
  readonly nowMs: () => number
  /** Called with the share that has been read, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Reads the newest slots of a shard from its files, and verifies each entry and each record that is used against the
 * signed root. A partial file may be replaced while it is read: it begins again with the next checkpoint then. Throws a
 * ProofError where what is published does not lead to the root, and what `read` throws.
 */
export async function checkFrames(shard: FramesShard, slots: number, options: ReadOptions): Promise<CheckedFrames> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await new FramesReading(shard, options).run(slots)
    } catch (error) {
      if (error instanceof ProofError || attempt === mostAttempts) throw error
    }
}

class FramesReading {
  readonly #shard: FramesShard
  readonly #options: ReadOptions
  readonly #files = new Map<string, Promise<Uint8Array>>()
  readonly #entries = new Map<number, readonly Uint8Array[]>()

  constructor(shard: FramesShard, options: ReadOptions) {
    this.#shard = shard
    this.#options = options
  }

  async run(slots: number): Promise<CheckedFrames> {
    const { vkey, firstSlot } = this.#shard
    const checkpoint = await openLogCheckpoint(await this.#file('checkpoint'), vkey)
    const from = Math.max(0, checkpoint.size - slots)
    await this.#readEntries(checkpoint, from)
    const [missing, frames]: [number[], number[]] = [[], []]
    for (let index = from; index < checkpoint.size; index += 1) {
      const entry = this.#entryAt(index)
      if (entry.slot !== firstSlot + index) throw new ProofError('wrong-data', 'An entry is of another slot.')
      if (entry.kind === 'missing') missing.push(entry.slot)
      else frames.push(entry.slot)
    }
    const last = frames.at(-1)
    return {
      fromSlot: firstSlot + from,
      toSlot: firstSlot + checkpoint.size - 1,
      missing,
      epochs: await epochStarts(frames, (slot) => this.#epochsAt(checkpoint, slot), mostEpochStarts),
      instrumentCount: last === undefined ? 0 : (await this.#epochsAt(checkpoint, last)).size,
      checkedMs: this.#options.nowMs(),
    }
  }

  /** The newest first, so that the partial files of the checkpoint are still there. */
  async #readEntries(checkpoint: Checkpoint, from: number): Promise<void> {
    const first = Math.floor(from / tileWidth)
    const end = Math.ceil(checkpoint.size / tileWidth)
    for (let before = end; before > first; before -= bundlesAtOnce) {
      const start = Math.max(first, before - bundlesAtOnce)
      const nodes = Array.from({ length: before - start }, (_, at) => ({ level: 0, index: (start + at) * tileWidth }))
      await hashesFromTiles(checkpoint, (tile) => this.#tile(checkpoint, tile))(nodes)
      this.#options.onProgress?.((end - start) / (end - first))
    }
  }

  /** A tile of the leaves is made of the entries themselves, so that verifying it verifies them. */
  async #tile(checkpoint: Checkpoint, tile: Tile): Promise<Uint8Array> {
    if (tile.level > 0) return this.#file(tilePath(tile))
    const bundle = { index: tile.index, width: widthInTree({ level: 0, index: tile.index }, checkpoint.size) }
    const entries = parseBundle(await this.#file(bundlePath(bundle)), bundle.width)
    this.#entries.set(tile.index, entries)
    return serialiseTile(entries.map(leafHash))
  }

  #entryAt(index: number) {
    const entry = this.#entries.get(Math.floor(index / tileWidth))?.[index % tileWidth]
    if (entry === undefined) throw new ProofError('wrong-data', 'A bundle lacks an entry.')
    return decodeTickEntry(entry)
  }

  /** The epoch of each instrument in a frame, by its number. */
  async #epochsAt({ size }: Checkpoint, slot: number): Promise<ReadonlyMap<number, number>> {
    const index = slot - this.#shard.firstSlot
    const entry = this.#entryAt(index)
    const bundle = { index: Math.floor(index / tileWidth), width: widthInTree(tileAt(index), size) }
    const path = bundlePath(bundle).replace('tile/entries', 'records')
    const records = parseRecordFile(await this.#file(path))[index % tileWidth] ?? []
    if (entry.kind === 'missing' || !equalBytes(recordsRootOf(records), entry.recordsRoot))
      throw new ProofError('wrong-data', 'The records of a frame do not lead to its root.')
    return new Map(
      records.map((bytes) => frameRecord.decode(bytes)).map(({ instrumentId, epoch }) => [instrumentId, epoch]),
    )
  }

  #file(name: string): Promise<Uint8Array> {
    const known = this.#files.get(name)
    if (known !== undefined) return known
    const read = this.#options.read(`/log/ticks/${this.#shard.shard}/${name}`)
    this.#files.set(name, read)
    return read
  }
}

function tileAt(index: number) {
  return { level: 0, index: Math.floor(index / tileWidth) }
}
