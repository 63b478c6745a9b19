import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import {
  bundlePath,
  leafHash,
  nodeInTile,
  parseBundle,
  parseTile,
  tileOfNode,
  tilePath,
  tileWidth,
  widthInTree,
} from '@candor/proof'
import type { ReadHashes, Tile } from '@candor/proof'
import { parseRecordFile } from '@candor/proof/encoding'
import type { LogName } from './log-names.ts'
import { storedRecords } from './records-file.ts'
import { smallTree } from './sealed-batch.ts'

const decompress = promisify(brotliDecompress)

/** Files that were read last: settled orders of one moment need the same ones. */
const rememberedBytes = 32 * 2 ** 20
/** A file that was mended is read again after this. */
const rememberedMs = 60_000

/** A shard as its files are: `size` leaves are written at least. */
export interface WrittenShard {
  readonly log: LogName
  readonly shard: string
  readonly size: number
}

/** Thrown where a file is not there, as while the sealer builds a lost folder again. */
export class FilesMissing extends Error {}

/** Reads the files of the logs, also for smaller trees than the present one: what a tree once had, it has for good. */
export class ShardFiles {
  readonly #files: LRUCache<string, Uint8Array>
  /** The entries of remembered bundles: a search for the frame before a long gap reads thousands. */
  readonly #entries = new WeakMap<Uint8Array, readonly Uint8Array[]>()

  /** `folder` is that of all logs; about so many bytes of its files are kept in memory. */
  constructor(folder: string, options: { readonly rememberedBytes?: number } = {}) {
    this.#files = new LRUCache({
      maxSize: options.rememberedBytes ?? rememberedBytes,
      sizeCalculation: ({ length }) => length,
      ttl: rememberedMs,
      // A file that is pushed out while it is being read is returned all the same.
      ignoreFetchAbort: true,
      fetchMethod: (path) => readStored(join(folder, path)),
    })
  }

  /** The bytes of a leaf. Throws FilesMissing. */
  async entry(shard: WrittenShard, leaf: number): Promise<Uint8Array> {
    const { bytes, width } = await this.#read(shard, { level: 0, index: Math.floor(leaf / tileWidth) }, bundlePath)
    const entries = this.#entries.get(bytes) ?? parseBundle(bytes, width)
    this.#entries.set(bytes, entries)
    return at(entries, leaf % tileWidth)
  }

  /** An instrument's record in the frame of a leaf, with its path to the root over all records. Throws FilesMissing. */
  async record(
    shard: WrittenShard,
    leaf: number,
    instrumentId: number,
  ): Promise<{ readonly record: Uint8Array; readonly path: Uint8Array[] }> {
    const position = { level: 0, index: Math.floor(leaf / tileWidth) }
    const { bytes } = await this.#read(shard, position, storedRecords)
    const [records = null] = parseRecordFile(entryOfFile(bytes, leaf % tileWidth))
    if (records === null) throw new Error(`leaf ${leaf} of ${shard.shard} has no records`)
    const index = instrumentId - 1
    return { record: at(records, index), path: smallTree(records.map(leafHash)).path(index) }
  }

  /**
   * The hashes of the tree of a shard when it had `size` leaves. It may be larger than `shard` says: the checkpoint was
   * then signed after that was read, and the files of a tree are written before its checkpoint. Throws FilesMissing.
   */
  hashes(shard: WrittenShard, size: number): ReadHashes {
    const written = { ...shard, size: Math.max(shard.size, size) }
    return (nodes) =>
      Promise.all(
        nodes.map(async (node) => {
          const tile = tileOfNode(node, size)
          const { bytes, width } = await this.#read(written, tile, tilePath)
          return nodeInTile(parseTile(bytes, width).slice(0, tile.width), node)
        }),
      )
  }

  /** The full file, or the partial one that is written now; the sealer replaces partial files by the full one. */
  async #read(
    { log, shard, size }: WrittenShard,
    position: Omit<Tile, 'width'>,
    pathOf: (tile: Tile) => string,
  ): Promise<{ readonly bytes: Uint8Array; readonly width: number }> {
    const partial = widthInTree(position, size)
    for (const width of partial === tileWidth || partial === 0 ? [tileWidth] : [partial, tileWidth]) {
      const bytes = await this.#files.fetch(`${log}/${shard}/${pathOf({ ...position, width })}`)
      if (bytes !== undefined) return { bytes, width }
    }
    throw new FilesMissing(`the log ${log}/${shard} lacks a file of the ${size} leaves that it has signed`)
  }
}

/** The bytes of a stored file, plain; undefined where there is none. */
async function readStored(path: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(path)
    return path.endsWith('.br') ? await decompress(bytes) : bytes
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  }
}

/** One entry of a file of records, with its length: such a file of one entry. */
function entryOfFile(file: Uint8Array, position: number): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let start = 0
  for (let passed = 0; passed < position; passed += 1) start += 4 + view.getUint32(start)
  return file.slice(start, start + 4 + view.getUint32(start))
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error('a file of the log is shorter than its name says')
  return value
}
