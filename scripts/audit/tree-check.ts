import {
  equalBytes,
  fromBase64,
  Frontier,
  hashOfTile,
  parseTile,
  tileHeight,
  tilePath,
  tileWidth,
  toBase64,
  treeRoot,
} from '@candor/proof'
import type { Tile } from '@candor/proof'
import type { Findings } from './findings.ts'
import { plainBytes } from './log-source.ts'
import type { LogSource } from './log-source.ts'

/** The tree over the full bundles so far, as it is stored. */
export interface SavedTree {
  readonly bundles: number
  /** Base64 of the roots of complete subtrees. */
  readonly frontier: readonly string[]
  /** Base64 of the hashes of each partial tile, from level 1 on. */
  readonly rows: readonly (readonly string[])[]
}

export const emptyTree: SavedTree = { bundles: 0, frontier: [], rows: [] }

/** Makes the tree of a shard again from its entries, and compares the tiles that are published with it. */
export class TreeCheck {
  readonly #source: LogSource
  readonly #shard: string
  readonly #findings: Findings
  /** Its leaves are the roots of full bundles. */
  readonly #bundles: Frontier
  /** The hashes of the tiles of levels 1, 2 … that are not full yet. */
  readonly #rows: Uint8Array[][]

  constructor(source: LogSource, shard: string, findings: Findings, saved: SavedTree = emptyTree) {
    this.#source = source
    this.#shard = shard
    this.#findings = findings
    this.#bundles = Frontier.restore({ size: saved.bundles, hashes: saved.frontier.map(fromBase64) })
    this.#rows = saved.rows.map((row) => row.map(fromBase64))
  }

  /** The number of full bundles so far. */
  get bundles(): number {
    return this.#bundles.size
  }

  save(): SavedTree {
    return {
      bundles: this.#bundles.size,
      frontier: this.#bundles.hashes.map(toBase64),
      rows: this.#rows.map((row) => row.map(toBase64)),
    }
  }

  /** Appends the leaf hashes of the next full bundle. */
  async append(hashes: readonly Uint8Array[]): Promise<void> {
    const full: { readonly tile: Tile; readonly hashes: readonly Uint8Array[] }[] = []
    this.#bundles.append(hashOfTile(hashes), (node, hash) => {
      if (node.level % tileHeight !== 0) return
      const level = 1 + node.level / tileHeight
      const row = (this.#rows[level - 1] ??= [])
      row.push(hash)
      if (row.length < tileWidth) return
      full.push({ tile: { level, index: Math.floor(node.index / tileWidth), width: tileWidth }, hashes: row })
      this.#rows[level - 1] = []
    })
    for (const each of full) await this.compare(each.tile, each.hashes)
  }

  /** The root of the full bundles so far and of a partial one after them. */
  rootWith(partial: readonly Uint8Array[]): Uint8Array {
    if (partial.length === tileWidth) {
      const copy = this.#bundles.copy()
      copy.append(hashOfTile(partial))
      return copy.root()
    }
    if (this.#bundles.size === 0) return treeRoot(partial)
    const lower = new Frontier()
    for (const hash of partial) lower.append(hash)
    const size = this.#bundles.size * tileWidth + lower.size
    return Frontier.restore({ size, hashes: [...this.#bundles.hashes, ...lower.hashes] }).root()
  }

  /** Compares the partial tiles of the levels above the lowest. */
  async compareEdge(): Promise<void> {
    for (const [at, row] of this.#rows.entries()) {
      const level = at + 1
      const index = Math.floor(this.#bundles.size / tileWidth ** (at + 1))
      if (row.length > 0) await this.compare({ level, index, width: row.length }, row)
    }
  }

  /** Compares a published tile. A full one serves for a partial one that was removed since. */
  async compare(tile: Tile, hashes: readonly Uint8Array[]): Promise<void> {
    const path = tilePath(tile)
    const name = `${this.#shard}/${path}`
    const maxBytes = tileWidth * 32
    const file =
      (await this.#source.read(name, maxBytes)) ??
      (tile.width < tileWidth
        ? await this.#source.read(`${this.#shard}/${tilePath({ ...tile, width: tileWidth })}`, maxBytes)
        : null)
    if (file === null) {
      this.#findings.fail('tiles', `The log lacks ${name}.`)
      return
    }
    const bytes = Uint8Array.from(plainBytes(file, maxBytes, name).subarray(0, tile.width * 32))
    const isSame =
      bytes.length === tile.width * 32 &&
      parseTile(bytes, tile.width).every((hash, index) => equalBytes(hash, hashes[index] ?? new Uint8Array(0)))
    if (isSame) this.#findings.hold('tiles')
    else this.#findings.fail('tiles', `The tile ${name} has other hashes than the entries below it.`)
  }
}
