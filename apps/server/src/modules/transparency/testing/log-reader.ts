import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import {
  bundlePath,
  carryOut,
  equalBytes,
  hashesFromTiles,
  leafHash,
  noteVerifier,
  openCheckpoint,
  parseBundle,
  parseVerifierKey,
  planInclusion,
  tilePath,
  tileWidth,
  treeRoot,
  verifyInclusion,
  widthInTree,
} from '@candor/proof'
import type { Checkpoint } from '@candor/proof'
import { parseRecordFile } from '@candor/proof/encoding'
import { storedRecords } from '../records-file.ts'

/** Reads a shard's files as an auditor does, who trusts the key of its checkpoints only. */
export class LogReader {
  readonly #folder: string
  readonly #vkey: string

  constructor(folder: string, vkey: string) {
    this.#folder = folder
    this.#vkey = vkey
  }

  /** The newest checkpoint, with its signature verified. */
  async checkpoint(): Promise<Checkpoint> {
    const note = await readFile(join(this.#folder, 'checkpoint'), 'utf8')
    return (await openCheckpoint(note, [noteVerifier(parseVerifierKey(this.#vkey))])).checkpoint
  }

  /** Every entry of a checkpoint. Throws unless they hash to its root, and proofs made of its tiles hold. */
  async entries(checkpoint: Checkpoint): Promise<Uint8Array[]> {
    const read = hashesFromTiles(checkpoint, (tile) => this.#read(tilePath(tile)))
    const entries: Uint8Array[] = []
    for (let index = 0; index * tileWidth < checkpoint.size; index += 1) {
      const width = widthInTree({ level: 0, index }, checkpoint.size)
      entries.push(...parseBundle(await this.#read(bundlePath({ index, width })), width))
    }
    if (!equalBytes(treeRoot(entries.map(leafHash)), checkpoint.root))
      throw new Error('the entries are not in the tree')
    for (const [index, entry] of entries.entries()) {
      if (index % 97 !== 0 && index !== checkpoint.size - 1) continue
      const proof = await carryOut(planInclusion({ index, size: checkpoint.size }), read)
      verifyInclusion({ root: checkpoint.root, index, size: checkpoint.size, leafHash: leafHash(entry), proof })
    }
    return entries
  }

  /** The records of each leaf; null for leaves without. */
  async records(checkpoint: Checkpoint): Promise<(Uint8Array[] | null)[]> {
    const records: (Uint8Array[] | null)[] = []
    for (let index = 0; index * tileWidth < checkpoint.size; index += 1) {
      const width = widthInTree({ level: 0, index }, checkpoint.size)
      records.push(
        ...parseRecordFile(Uint8Array.from(brotliDecompressSync(await this.#read(storedRecords({ index, width }))))),
      )
    }
    return records
  }

  async #read(name: string): Promise<Uint8Array> {
    return Uint8Array.from(await readFile(join(this.#folder, name)))
  }
}
