import { ensure } from '../errors.ts'
import { hashBytes, sha256Into } from '../hash.ts'

/** A node as its parent binds it: the sum of all leaves below, in units, and its hash. */
export interface SumNode {
  readonly sum: bigint
  readonly hash: Uint8Array
}

/** Up to 256 neighbouring nodes, stored together: those at height `8 × level`, from the position `256 × index` on. */
export interface SumTile {
  readonly level: number
  readonly index: number
  readonly nodes: Uint8Array
}

/** The shape of a tree: one asset, and 2^depth leaves. */
export interface SumTreeShape {
  readonly asset: number
  readonly depth: number
}

/** Every sum of a tree is below this bound. Two sums below it do not wrap in 64 bits, so no addition can hide one. */
export const sumBound = 1n << 63n
/** A node's bytes: its sum as u64, then its hash. */
export const sumNodeBytes = 40
/** No tree is smaller than one tile, and positions fit 32 bits. */
export const leastDepth = 8
export const greatestDepth = 31

const nodePrefix = 1
const version = 1
/** The type of the structure whose hash is a node. */
export const nodeType = 49
const tileHeight = 8
/** A tile has so many nodes, or fewer at the top of the tree. */
export const tileNodes = 2 ** tileHeight
export const sumBytes = 8
/** Behind prefix, version, type, asset and height. */
const pairOffset = 5

/**
 * Builds a tree from its leaves in the order of their positions. It keeps one tile of each level, and emits each tile
 * when it is full; the root alone is in no tile.
 */
export class SumTreeBuilder {
  readonly #shape: SumTreeShape
  readonly #onTile: (tile: SumTile) => void
  readonly #levels: { readonly nodes: Uint8Array; filled: number; index: number }[]
  readonly #leaf = new Uint8Array(sumNodeBytes)
  #root: SumNode | null = null

  constructor(shape: SumTreeShape, onTile: (tile: SumTile) => void) {
    requireShape(shape)
    this.#shape = shape
    this.#onTile = onTile
    this.#levels = Array.from({ length: Math.ceil(shape.depth / tileHeight) }, (_, level) => ({
      nodes: new Uint8Array(sumNodeBytes << heightOfTile(shape.depth, level)),
      filled: 0,
      index: 0,
    }))
  }

  /** Adds the leaf of the next position: its amount in units and its hash. */
  add(leaf: SumNode): void {
    writeNode(this.#leaf, 0, leaf)
    this.#push(0, this.#leaf)
  }

  /** Adds it as the bytes of a node, which are copied. */
  addBytes(leaf: Uint8Array): void {
    ensure(leaf.length === sumNodeBytes, 'malformed', 'A node of a sum tree has another length.')
    this.#push(0, leaf)
  }

  /** Returns the root, once all 2^depth leaves were added. */
  finish(): SumNode {
    ensure(this.#root !== null, 'out-of-range', 'The sum tree lacks leaves.')
    return this.#root
  }

  #push(level: number, node: Uint8Array): void {
    const pending = this.#levels[level]
    ensure(pending !== undefined && this.#root === null, 'out-of-range', 'The sum tree has too many leaves.')
    pending.nodes.set(node, pending.filled * sumNodeBytes)
    pending.filled += 1
    if (pending.filled * sumNodeBytes < pending.nodes.length) return
    this.#onTile({ level, index: pending.index, nodes: pending.nodes.slice() })
    pending.filled = 0
    pending.index += 1
    const height = heightOfTile(this.#shape.depth, level)
    for (let step = 0; step < height; step += 1)
      foldOnce(pending.nodes, 1 << (height - step), { asset: this.#shape.asset, height: level * tileHeight + step })
    if (level + 1 === this.#levels.length) this.#root = readNode(pending.nodes, 0)
    else this.#push(level + 1, pending.nodes.subarray(0, sumNodeBytes))
  }
}

/** The tiles that hold the path of a position, from the leaves up. */
export function tilesOfPath(depth: number, position: number): { readonly level: number; readonly index: number }[] {
  return Array.from({ length: Math.ceil(depth / tileHeight) }, (_, level) => ({
    level,
    index: Math.floor(position / 2 ** (tileHeight * (level + 1))),
  }))
}

/** How many nodes all tiles of a level hold together. */
export function nodesOfLevel(depth: number, level: number): number {
  return 2 ** (depth - tileHeight * level)
}

/** The siblings on the way from a position to the root, lowest first. `tiles` are those of `tilesOfPath`. */
export function pathOf(shape: SumTreeShape, position: number, tiles: readonly Uint8Array[]): Uint8Array {
  requireShape(shape)
  requirePosition(shape, position)
  const path = new Uint8Array(shape.depth * sumNodeBytes)
  for (const [level, tile] of tiles.entries()) {
    const nodes = tile.slice()
    const height = heightOfTile(shape.depth, level)
    ensure(nodes.length === sumNodeBytes << height, 'wrong-data', 'A tile of the sum tree has another size.')
    let local = Math.floor(position / 2 ** (tileHeight * level)) % (1 << height)
    for (let step = 0; step < height; step += 1) {
      const sibling = (local ^ 1) * sumNodeBytes
      path.set(nodes.subarray(sibling, sibling + sumNodeBytes), (level * tileHeight + step) * sumNodeBytes)
      foldOnce(nodes, 1 << (height - step), { asset: shape.asset, height: level * tileHeight + step })
      local >>= 1
    }
  }
  return path
}

/** The root that follows from a leaf and its path. Throws a ProofError for an impossible one. */
export function rootFrom(shape: SumTreeShape, position: number, leaf: SumNode, path: Uint8Array): SumNode {
  requireShape(shape)
  requirePosition(shape, position)
  ensure(path.length === shape.depth * sumNodeBytes, 'wrong-proof', 'The path is longer or shorter than the tree.')
  const pair = new Uint8Array(2 * sumNodeBytes)
  let node = leaf
  for (let height = 0; height < shape.depth; height += 1) {
    const isRight = Math.floor(position / 2 ** height) % 2 === 1
    writeNode(pair, isRight ? sumNodeBytes : 0, node)
    pair.set(path.subarray(height * sumNodeBytes, (height + 1) * sumNodeBytes), isRight ? 0 : sumNodeBytes)
    foldOnce(pair, 2, { asset: shape.asset, height })
    node = readNode(pair, 0)
  }
  return node
}

/** Replaces the `count` nodes at the start of `nodes`, which are at this height, by their parents. */
function foldOnce(
  nodes: Uint8Array,
  count: number,
  { asset, height }: { readonly asset: number; readonly height: number },
): void {
  const preimage = new Uint8Array(pairOffset + 2 * sumNodeBytes)
  preimage.set([nodePrefix, version, nodeType, asset, height])
  const view = viewOf(nodes)
  for (let child = 0; child < count; child += 2) {
    const left = child * sumNodeBytes
    const right = left + sumNodeBytes
    preimage.set(nodes.subarray(left, right + sumNodeBytes), pairOffset)
    const high = view.getUint32(left) + view.getUint32(right)
    const low = view.getUint32(left + 4) + view.getUint32(right + 4)
    const parent = (child / 2) * sumNodeBytes
    writeSum(view, parent, { high, low })
    sha256Into(nodes, parent + sumBytes, preimage)
  }
}

/**
 * Writes a sum of unsigned numbers that were added up in halves of 32 bits: several times as fast as with bigints, and
 * as exact. Throws `out-of-range` where it reaches 2^63, as it does where one of the numbers does.
 */
export function writeSum(
  view: DataView,
  offset: number,
  { high, low }: { readonly high: number; readonly low: number },
): void {
  const carried = high + Math.floor(low / 2 ** 32)
  ensure(carried < 2 ** 31, 'out-of-range', 'A sum is below zero or too large.')
  view.setUint32(offset, carried)
  view.setUint32(offset + 4, low % 2 ** 32)
}

export function readNode(nodes: Uint8Array, offset: number): SumNode {
  const sum = requireSum(viewOf(nodes).getBigUint64(offset))
  return { sum, hash: nodes.slice(offset + sumBytes, offset + sumNodeBytes) }
}

function writeNode(nodes: Uint8Array, offset: number, { sum, hash }: SumNode): void {
  ensure(hash.length === hashBytes, 'malformed', 'A hash does not have 32 bytes.')
  viewOf(nodes).setBigUint64(offset, requireSum(sum))
  nodes.set(hash, offset + sumBytes)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function requireSum(sum: bigint): bigint {
  ensure(sum >= 0n && sum < sumBound, 'out-of-range', 'A sum is below zero or too large.')
  return sum
}

function requireShape({ asset, depth }: SumTreeShape): void {
  const isDepth = Number.isInteger(depth) && depth >= leastDepth && depth <= greatestDepth
  ensure(isDepth, 'out-of-range', `The depth of a sum tree is from ${leastDepth} to ${greatestDepth}.`)
  ensure(Number.isInteger(asset) && asset >= 1 && asset <= 255, 'out-of-range', 'An asset is a number from 1 to 255.')
}

function requirePosition({ depth }: SumTreeShape, position: number): void {
  const isPosition = Number.isInteger(position) && position >= 0 && position < 2 ** depth
  ensure(isPosition, 'out-of-range', 'The sum tree has no such position.')
}

/** How many levels of nodes a tile holds above its own: 8, and fewer at the top of the tree. */
function heightOfTile(depth: number, level: number): number {
  return Math.min(tileHeight, depth - level * tileHeight)
}
