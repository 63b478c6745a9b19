import { ByteReader, ByteWriter, concatBytes, safeSize } from './bytes.ts'
import { ensure } from './errors.ts'
import { hashBytes, nodeHash } from './hash.ts'
import type { TreeNode } from './tree-plan.ts'

/** The levels of the tree that one tile covers (tlog-tiles 0.1.0). */
export const tileHeight = 8
/** The hashes of a full tile, and the entries of a full bundle. */
export const tileWidth = 2 ** tileHeight
/** The length of an entry is written in 16 bits. */
export const maxEntryBytes = 65_535
const maxTileLevel = 63

/** A run of hashes of one level of tiles: hash `i` covers 256^level leaves. Its width is 1 to 256. */
export interface Tile {
  readonly level: number
  readonly index: number
  readonly width: number
}

/** A run of entries, those of the hash tile of level 0 with the same index and width. */
export interface Bundle {
  readonly index: number
  readonly width: number
}

/** The path of a tile below the log's prefix: `tile/0/x001/x234/067`, with `.p/112` when it is partial. */
export function tilePath(tile: Tile): string {
  ensureTile(tile)
  return `tile/${tile.level}/${indexPath(tile)}`
}

/** The path of a bundle of entries below the log's prefix: `tile/entries/x001/x234/067`. */
export function bundlePath(bundle: Bundle): string {
  ensureTile({ ...bundle, level: 0 })
  return `tile/entries/${indexPath(bundle)}`
}

/** The tile of a path that `tilePath` writes. Throws `malformed` or `out-of-range` for any other text. */
export function parseTilePath(path: string): Tile {
  const [, level, rest] = /^tile\/(0|[1-9][0-9]?)\/(.{3,64})$/.exec(path) ?? []
  ensure(level !== undefined && rest !== undefined, 'malformed', 'The text is no path of a tile.')
  const tile = { level: Number(level), ...parseIndexPath(rest) }
  ensureTile(tile)
  return tile
}

/** The bundle of a path that `bundlePath` writes. Throws `malformed` or `out-of-range` for any other text. */
export function parseBundlePath(path: string): Bundle {
  const [, rest] = /^tile\/entries\/(.{3,64})$/.exec(path) ?? []
  ensure(rest !== undefined, 'malformed', 'The text is no path of a bundle of entries.')
  const bundle = parseIndexPath(rest)
  ensureTile({ ...bundle, level: 0 })
  return bundle
}

/** How many hashes a tile has in a tree of this size, 0 to 256. Of the bundles, those of level 0. */
export function widthInTree({ level, index }: Omit<Tile, 'width'>, size: number): number {
  const hashes = Math.floor(safeSize(size) / tileWidth ** level)
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth))
}

/** The partial tiles on the right edge of a tree of this size, the lowest first: at most seven. */
export function partialTiles(size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; tileWidth ** level <= safeSize(size); level += 1) {
    const hashes = Math.floor(size / tileWidth ** level)
    const width = hashes % tileWidth
    if (width > 0) tiles.push({ level, index: (hashes - width) / tileWidth, width })
  }
  return tiles
}

/**
 * The tiles of the new tree that the old one did not have, level by level: full ones, and at the right edge partial
 * ones. Bundles of entries are to be written for those of level 0. Throws `out-of-range` where a tree shrinks.
 */
export function tilesAdded({ oldSize, newSize }: { readonly oldSize: number; readonly newSize: number }): Tile[] {
  ensure(safeSize(oldSize) <= safeSize(newSize), 'out-of-range', 'A tree does not shrink.')
  const tiles: Tile[] = []
  for (let level = 0; tileWidth ** level <= newSize; level += 1) {
    const had = Math.floor(oldSize / tileWidth ** level)
    const has = Math.floor(newSize / tileWidth ** level)
    // No hash was added on this level, so none was above it.
    if (had === has) break
    for (let index = Math.floor(had / tileWidth); index * tileWidth < has; index += 1) {
      tiles.push({ level, index, width: widthInTree({ level, index }, newSize) })
    }
  }
  return tiles
}

/** The tile from which the hash of a node can be computed, in a tree of this size. Throws `out-of-range`. */
export function tileOfNode({ level, index }: TreeNode, size: number): Tile {
  const isInTree = safeSize(index + 1) * 2 ** safeSize(level) <= safeSize(size)
  ensure(isInTree, 'out-of-range', 'The node is not a complete subtree of the tree.')
  const tileLevel = Math.floor(level / tileHeight)
  const tileIndex = Math.floor((index * 2 ** (level % tileHeight)) / tileWidth)
  return {
    level: tileLevel,
    index: tileIndex,
    width: widthInTree({ level: tileLevel, index: tileIndex }, size),
  }
}

/** The hash of a node from the hashes of its tile. Throws `out-of-range` when the tile does not cover the node. */
export function nodeInTile(hashes: readonly Uint8Array[], { level, index }: TreeNode): Uint8Array {
  const span = 2 ** (level % tileHeight)
  const start = (index * span) % tileWidth
  return hashOfRow(hashes.slice(start, start + span), span)
}

/** The hash that a full tile has in the tile above it. Throws `out-of-range` for a partial one. */
export function hashOfTile(hashes: readonly Uint8Array[]): Uint8Array {
  return hashOfRow(hashes, tileWidth)
}

/** The hashes of a tile: `width` runs of 32 bytes. Throws `malformed` for another length. */
export function parseTile(bytes: Uint8Array, width: number): Uint8Array[] {
  ensureWidth(width)
  ensure(bytes.length === width * hashBytes, 'malformed', 'A tile does not have the length of its width.')
  return Array.from({ length: width }, (_, index) => bytes.slice(index * hashBytes, (index + 1) * hashBytes))
}

/** The bytes of a tile: its hashes without anything between. */
export function serialiseTile(hashes: readonly Uint8Array[]): Uint8Array {
  ensureWidth(hashes.length)
  ensure(
    hashes.every((hash) => hash.length === hashBytes),
    'malformed',
    'A hash of the tile does not have 32 bytes.',
  )
  return concatBytes(...hashes)
}

/** The entries of a bundle: `width` entries, each after its length in 16 bits. Throws `malformed`. */
export function parseBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  ensureWidth(width)
  const reader = new ByteReader(bytes)
  const entries = Array.from({ length: width }, () => reader.bytes(reader.u16()))
  reader.end()
  return entries
}

/** The bytes of a bundle. Throws `too-large` for an entry of more than 65,535 bytes. */
export function serialiseBundle(entries: readonly Uint8Array[]): Uint8Array {
  ensureWidth(entries.length)
  const writer = new ByteWriter()
  for (const entry of entries) {
    ensure(entry.length <= maxEntryBytes, 'too-large', `An entry has more than ${maxEntryBytes} bytes.`)
    writer.u16(entry.length).bytes(entry)
  }
  return writer.finish()
}

/** The hash over `span` neighbours; a power of two. */
function hashOfRow(row: readonly Uint8Array[], span: number): Uint8Array {
  ensure(row.length === span, 'out-of-range', 'The tile does not cover the node.')
  let level = row
  while (level.length > 1) level = pairsOf(level)
  const [hash] = level
  ensure(hash !== undefined, 'out-of-range', 'The tile does not cover the node.')
  return hash
}

function pairsOf(row: readonly Uint8Array[]): Uint8Array[] {
  return row.flatMap((right, index) => {
    const left = row[index - 1]
    return left !== undefined && index % 2 === 1 ? [nodeHash(left, right)] : []
  })
}

/** Groups of three digits, all but the last after an `x`; then the width of a partial tile. */
function indexPath({ index, width }: Bundle): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = (padded.match(/.{3}/g) ?? []).map((group, at, all) => (at < all.length - 1 ? `x${group}` : group))
  return `${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`
}

function parseIndexPath(text: string): Bundle {
  const [, groups, width] = /^((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(text) ?? []
  ensure(groups !== undefined, 'malformed', 'The path has no index in groups of three digits.')
  ensure(!groups.startsWith('x000'), 'malformed', 'The path has an index with a needless group of zeros.')
  ensure(width === undefined || Number(width) < tileWidth, 'malformed', 'The path names a full tile as a partial one.')
  return { index: safeSize(Number(groups.replaceAll(/[x/]/g, ''))), width: Number(width ?? tileWidth) }
}

function ensureTile({ level, index, width }: Tile): void {
  ensure(safeSize(level) <= maxTileLevel, 'out-of-range', 'The level of a tile is above 63.')
  safeSize(index)
  ensureWidth(width)
}

function ensureWidth(width: number): void {
  ensure(
    safeSize(width) >= 1 && width <= tileWidth,
    'out-of-range',
    'A tile has fewer than one or more than 256 hashes.',
  )
}
