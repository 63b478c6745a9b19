import { equalBytes } from './bytes.ts'
import { ensure } from './errors.ts'
import { leafHash } from './hash.ts'
import { hashOfTile, nodeInTile, parseTile, tileHeight, tileOfNode, tilePath, tileWidth, widthInTree } from './tiles.ts'
import type { Tile } from './tiles.ts'
import { planRoot } from './tree-plan.ts'
import type { ReadHashes, TreeNode } from './tree-plan.ts'

/** Reads the bytes of one tile, from a disk, a cache or a server. A source without the tile throws. */
export type ReadTile = (tile: Tile) => Uint8Array | Promise<Uint8Array>

/** The part of a checkpoint that tiles are compared with. */
export interface TreeHead {
  readonly size: number
  readonly root: Uint8Array
}

/**
 * A source of hashes for proofs that reads tiles and trusts none of them: each tile is compared with the tile above it,
 * and those at the right edge with the root. Reads each needed tile once a call, the widths as they are in a tree of
 * this size (tlog-tiles 0.1.0: no partial tile of another size is requested). The returned function throws
 * `wrong-data` for tiles that the root does not contain, `malformed` for tiles of a wrong length, and what `readTile`
 * throws.
 */
export function hashesFromTiles({ size, root }: TreeHead, readTile: ReadTile): ReadHashes {
  return async (nodes) => {
    const edge = planRoot(size)
    const tiles = new TileSet()
    for (const node of edge.nodes) tiles.add(tileOfNode(node, size))
    for (const node of nodes) {
      let tile: Tile | undefined = tileOfNode(node, size)
      while (tile !== undefined && tiles.add(tile)) tile = parentOf(tile, size)
    }
    await tiles.load(readTile)
    const found = edge.make(edge.nodes.map((node) => tiles.hashOf(node, size)))
    ensure(equalBytes(found, root), 'wrong-data', 'The tiles at the right edge do not lead to the root.')
    for (const tile of tiles.all()) {
      // Each hash of a partial tile is part of the right edge, which has been compared with the root.
      if (tile.width < tileWidth) continue
      const parent = { level: (tile.level + 1) * tileHeight, index: tile.index }
      ensure(
        equalBytes(hashOfTile(tiles.hashesOf(tile)), tiles.hashOf(parent, size)),
        'wrong-data',
        'A tile differs from its hash in the tile above it.',
      )
    }
    return nodes.map((node) => tiles.hashOf(node, size))
  }
}

/**
 * Verifies that entries hash to the tile of level 0 with the same index (tlog-tiles 0.1.0, log entries). The tile must
 * have been verified. Throws `wrong-data` otherwise, also when one has more entries than the other.
 */
export function verifyBundle(entries: readonly Uint8Array[], tileHashes: readonly Uint8Array[]): void {
  ensure(entries.length === tileHashes.length, 'wrong-data', 'The bundle and its tile have different widths.')
  const isSame = entries.every((entry, index) => equalBytes(leafHash(entry), tileHashes[index] ?? new Uint8Array(0)))
  ensure(isSame, 'wrong-data', 'An entry differs from its hash in the tile.')
}

/**
 * Reads and verifies the hashes of one tile of a tree. Throws as `hashesFromTiles` does, and `out-of-range` for a tile
 * that the tree does not have.
 */
export async function readVerifiedTile(
  head: TreeHead,
  { level, index }: Omit<Tile, 'width'>,
  readTile: ReadTile,
): Promise<readonly Uint8Array[]> {
  const width = widthInTree({ level, index }, head.size)
  ensure(width > 0, 'out-of-range', 'The tree has no such tile.')
  const nodes = Array.from({ length: width }, (_, at) => ({ level: level * tileHeight, index: index * tileWidth + at }))
  return hashesFromTiles(head, readTile)(nodes)
}

/** The tile that contains the hash of a full tile; none above the one at the top. */
function parentOf(tile: Tile, size: number): Tile | undefined {
  if (tile.width < tileWidth) return undefined
  return tileOfNode({ level: (tile.level + 1) * tileHeight, index: tile.index }, size)
}

/** Tiles by their paths: first which are needed, then their hashes. */
class TileSet {
  readonly #tiles = new Map<string, Tile>()
  readonly #hashes = new Map<string, readonly Uint8Array[]>()

  /** Whether the tile was not in the set yet. */
  add(tile: Tile): boolean {
    const path = tilePath(tile)
    if (this.#tiles.has(path)) return false
    this.#tiles.set(path, tile)
    return true
  }

  all(): Iterable<Tile> {
    return this.#tiles.values()
  }

  async load(readTile: ReadTile): Promise<void> {
    await Promise.all(
      [...this.#tiles].map(async ([path, tile]) => {
        this.#hashes.set(path, parseTile(await readTile(tile), tile.width))
      }),
    )
  }

  hashesOf(tile: Tile): readonly Uint8Array[] {
    return this.#hashes.get(tilePath(tile)) ?? []
  }

  hashOf(node: TreeNode, size: number): Uint8Array {
    return nodeInTile(this.hashesOf(tileOfNode(node, size)), node)
  }
}
