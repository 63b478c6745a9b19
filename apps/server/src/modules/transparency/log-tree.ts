import {
  Frontier,
  bundlePath,
  leafHash,
  partialTiles,
  serialiseBundle,
  serialiseTile,
  tileHeight,
  tilePath,
  tileWidth,
  treeRoot,
} from '@candor/proof'
import type { LogLeaf } from './log-leaf.ts'
import { compressedRecords, recordsPath, storedRecords } from './records-file.ts'

/** The right edge of a log as it lies in memory: everything that its next files need. */
export class LogTree {
  readonly #hasRecords: boolean
  readonly #frontier: Frontier
  /** By level of tiles: the hashes of the tile that is not full yet. */
  readonly #rows: Uint8Array[][]
  /** The leaves of the bundle that is not full yet. */
  #leaves: LogLeaf[] = []

  /** Restores a tree from the partial row of each level. The leaves of the lowest one are appended afterwards. */
  constructor(hasRecords: boolean, rows: readonly (readonly Uint8Array[])[]) {
    this.#hasRecords = hasRecords
    this.#rows = rows.map((row) => [...row])
    const size = rows.reduce((sum, row, level) => sum + row.length * tileWidth ** level, 0)
    this.#frontier = Frontier.restore({ size, hashes: frontierHashes(rows) })
  }

  get size(): number {
    return this.#frontier.size
  }

  root(): Uint8Array {
    return this.#frontier.root()
  }

  /** Appends a leaf, and returns the files that it completes; they never change any more. */
  append(leaf: LogLeaf): Map<string, Uint8Array> {
    const files = new Map<string, Uint8Array>()
    const index = this.size
    this.#leaves.push(leaf)
    this.#frontier.append(leafHash(leaf.entry), (node, hash) => {
      if (node.level % tileHeight !== 0) return
      const level = node.level / tileHeight
      const row = (this.#rows[level] ??= [])
      row.push(hash)
      if (row.length < tileWidth) return
      const tile = { level, index: Math.floor(node.index / tileWidth), width: tileWidth }
      files.set(tilePath(tile), serialiseTile(row))
      this.#rows[level] = []
    })
    if (this.#leaves.length === tileWidth) {
      for (const file of bundleFiles(this.#leaves, Math.floor(index / tileWidth), this.#hasRecords)) files.set(...file)
      this.#leaves = []
    }
    return files
  }

  /** The partial files of the tree as it is now. */
  edge(): Map<string, Uint8Array> {
    const files = new Map<string, Uint8Array>()
    for (const tile of partialTiles(this.size)) files.set(tilePath(tile), serialiseTile(this.#rows[tile.level] ?? []))
    if (this.#leaves.length > 0)
      for (const file of bundleFiles(this.#leaves, Math.floor(this.size / tileWidth), this.#hasRecords))
        files.set(...file)
    return files
  }
}

/** The files of a run of leaves: the bundle of their entries, and their records beside it. */
export function bundleFiles(leaves: readonly LogLeaf[], index: number, hasRecords: boolean): [string, Uint8Array][] {
  const bundle = { index, width: leaves.length }
  const files: [string, Uint8Array][] = [[bundlePath(bundle), serialiseBundle(leaves.map(({ entry }) => entry))]]
  if (hasRecords) files.push([storedRecords(bundle), compressedRecords(leaves)])
  return files
}

/** The hashes of a tile of level 0 from its leaves. */
export function tileOfLeaves(leaves: readonly LogLeaf[]): Uint8Array[] {
  return leaves.map(({ entry }) => leafHash(entry))
}

/** The folders of the partial files that a tree has outgrown, when the bundle of a leaf was completed by it. */
export function partialFolders(leaf: number): string[] {
  const folders: string[] = []
  for (let level = 0; (leaf + 1) % tileWidth ** (level + 1) === 0; level += 1) {
    const before = Math.floor(leaf / tileWidth ** (level + 1)) - 1
    if (before < 0) break
    folders.push(`${tilePath({ level, index: before, width: tileWidth })}.p`)
    if (level > 0) continue
    const bundle = { index: before, width: tileWidth }
    folders.push(`${bundlePath(bundle)}.p`, `${recordsPath(bundle)}.p`)
  }
  return folders
}

/** The roots of the complete subtrees, the largest first. */
function frontierHashes(rows: readonly (readonly Uint8Array[])[]): Uint8Array[] {
  const hashes: Uint8Array[] = []
  for (let level = rows.length - 1; level >= 0; level -= 1) {
    const row = rows[level] ?? []
    let start = 0
    for (let height = tileHeight - 1; height >= 0; height -= 1) {
      const span = 2 ** height
      if ((row.length & span) === 0) continue
      hashes.push(treeRoot(row.slice(start, start + span)))
      start += span
    }
  }
  return hashes
}
