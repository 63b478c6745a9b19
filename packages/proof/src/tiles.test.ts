import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bundlePath,
  carryOut,
  Frontier,
  hashesFromTiles,
  hashOfTile,
  leafHash,
  maxEntryBytes,
  parseBundle,
  parseBundlePath,
  parseTile,
  parseTilePath,
  partialTiles,
  planConsistency,
  planInclusion,
  readVerifiedTile,
  serialiseBundle,
  serialiseTile,
  tileHeight,
  tileOfNode,
  tilePath,
  tilesAdded,
  tileWidth,
  treeRoot,
  utf8Bytes,
  verifyBundle,
  verifyConsistency,
  verifyInclusion,
  widthInTree,
} from './index.ts'
import type { Tile } from './index.ts'
import { refusal, refusalOf } from './test-refusal.ts'

const someHash = leafHash(utf8Bytes('another'))
const entries = Array.from({ length: 70_000 }, (_, index) => utf8Bytes(`${index}`))
const leaves = entries.map(leafHash)

/** A log that publishes its tiles: each node on a level of tiles, by level and index. */
class PublishedTiles {
  readonly frontier = new Frontier()
  readonly #rows: Uint8Array[][] = []
  readonly requested: string[] = []

  constructor(size: number) {
    for (const leaf of leaves.slice(0, size))
      this.frontier.append(leaf, ({ level }, hash) => {
        if (level % tileHeight === 0) (this.#rows[level / tileHeight] ??= []).push(hash)
      })
  }

  get head() {
    return { size: this.frontier.size, root: this.frontier.root() }
  }

  readonly read = (tile: Tile): Uint8Array => {
    this.requested.push(tilePath(tile))
    const start = tile.index * tileWidth
    return serialiseTile((this.#rows[tile.level] ?? []).slice(start, start + tile.width))
  }
}

const small = new PublishedTiles(700)
const large = new PublishedTiles(70_000)

describe('paths of tiles', () => {
  it.each([
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 1, index: 999, width: 255 }, 'tile/1/999.p/255'],
    [{ level: 63, index: 1000, width: 1 }, 'tile/63/x001/000.p/1'],
    [{ level: 0, index: Number.MAX_SAFE_INTEGER, width: 256 }, 'tile/0/x009/x007/x199/x254/x740/991'],
  ])('are written and read: %j', (tile, path) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  it('of bundles of entries have the same form', () => {
    expect(bundlePath({ index: 273, width: 112 })).toBe('tile/entries/273.p/112')
    expect(parseBundlePath('tile/entries/x001/x234/067')).toEqual({ index: 1_234_067, width: 256 })
    expect(refusal(() => parseBundlePath('tile/0/000'))).toBe('malformed')
    expect(refusal(() => parseTilePath('tile/entries/000'))).toBe('malformed')
    expect(refusal(() => bundlePath({ index: 0, width: 0 }))).toBe('out-of-range')
    expect(refusal(() => parseBundlePath('tile/entries/000.p/256'))).toBe('malformed')
  })

  it.each([
    '',
    'tile/0',
    'tile/0/',
    '/tile/0/000',
    'tile/00/000',
    'tile/01/000',
    'tile/100/000',
    'tile/-1/000',
    'tile/0/0',
    'tile/0/0000',
    'tile/0/x000/001',
    'tile/0/001/067',
    'tile/0/x001/x067',
    'tile/0/x001/067/',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/999',
    'tile/0/000.p/1000',
    'tile/0/000.p/',
    'tile/0/000.p',
    'tile/0/00a',
    'tile/0/000\n',
    'tile/0/x001/x001/x001/x001/x001/x001/001',
  ])('are refused: %j', (path) => {
    expect(refusal(() => parseTilePath(path))).toBe('malformed')
  })

  it('have levels up to 63 and safe indices', () => {
    expect(refusal(() => parseTilePath('tile/64/000'))).toBe('out-of-range')
    expect(refusal(() => parseTilePath('tile/0/x999/x999/x999/x999/x999/999'))).toBe('out-of-range')
    expect(refusal(() => tilePath({ level: 64, index: 0, width: 1 }))).toBe('out-of-range')
    expect(refusal(() => tilePath({ level: 0, index: -1, width: 1 }))).toBe('out-of-range')
    expect(refusal(() => tilePath({ level: 0, index: 0, width: 257 }))).toBe('out-of-range')
    expect(refusal(() => tilePath({ level: 0, index: 0, width: 0 }))).toBe('out-of-range')
  })
})

describe('the tiles of a tree', () => {
  it('of 70,000 leaves are those of the specification', () => {
    const tiles = tilesAdded({ oldSize: 0, newSize: 70_000 })
    const count = (level: number, isFull: boolean) =>
      tiles.filter((tile) => tile.level === level && (tile.width === tileWidth) === isFull).length
    expect([count(0, true), count(0, false), count(1, true), count(1, false), count(2, false)]).toEqual([
      273, 1, 1, 1, 1,
    ])
    expect(tiles).toHaveLength(277)
    expect(partialTiles(70_000)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ])
  })

  it('of 256 leaves are a full one and a partial one above', () => {
    const above = { level: 1, index: 0, width: 1 }
    expect(tilesAdded({ oldSize: 0, newSize: 256 })).toEqual([{ level: 0, index: 0, width: 256 }, above])
    expect(partialTiles(256)).toEqual([above])
    expect(partialTiles(0)).toEqual([])
    expect(tilesAdded({ oldSize: 0, newSize: 0 })).toEqual([])
  })

  it('are each added once, full or as wide as at that size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 12 }), (steps) => {
        const full = new Set<string>()
        let size = 0
        for (const step of steps) {
          const added = tilesAdded({ oldSize: size, newSize: size + step })
          size += step
          for (const tile of added) {
            expect(tile.width).toBe(widthInTree(tile, size))
            expect(full.has(tilePath(tile))).toBe(false)
            if (tile.width === tileWidth) full.add(tilePath(tile))
          }
        }
        const all = tilesAdded({ oldSize: 0, newSize: size }).filter(({ width }) => width === tileWidth)
        expect([...full].toSorted()).toEqual(all.map(tilePath).toSorted())
      }),
    )
  })

  it('do not become fewer', () => {
    expect(refusal(() => tilesAdded({ oldSize: 2, newSize: 1 }))).toBe('out-of-range')
    expect(tilesAdded({ oldSize: 300, newSize: 300 })).toEqual([])
  })

  it('have the width of their size', () => {
    expect(widthInTree({ level: 0, index: 273 }, 70_000)).toBe(112)
    expect(widthInTree({ level: 0, index: 274 }, 70_000)).toBe(0)
    expect(widthInTree({ level: 1, index: 0 }, 70_000)).toBe(256)
    expect(widthInTree({ level: 7, index: 0 }, 70_000)).toBe(0)
  })

  it('contain each node of the tree, and no other', () => {
    expect(tileOfNode({ level: 0, index: 255 }, 700)).toEqual({ level: 0, index: 0, width: 256 })
    expect(tileOfNode({ level: 7, index: 4 }, 700)).toEqual({ level: 0, index: 2, width: 188 })
    expect(tileOfNode({ level: 8, index: 1 }, 700)).toEqual({ level: 1, index: 0, width: 2 })
    expect(refusal(() => tileOfNode({ level: 0, index: 700 }, 700))).toBe('out-of-range')
    expect(refusal(() => tileOfNode({ level: 8, index: 2 }, 700))).toBe('out-of-range')
    expect(refusal(() => tileOfNode({ level: 2000, index: 0 }, 700))).toBe('out-of-range')
    expect(refusal(() => tileOfNode({ level: -1, index: 0 }, 700))).toBe('out-of-range')
  })
})

describe('the bytes of a tile', () => {
  it('are its hashes', () => {
    const hashes = leaves.slice(0, 5)
    const bytes = serialiseTile(hashes)
    expect(bytes).toHaveLength(160)
    expect(parseTile(bytes, 5)).toEqual(hashes)
    expect(serialiseTile(leaves.slice(0, 256))).toHaveLength(8192)
    expect(refusal(() => parseTile(bytes, 4))).toBe('malformed')
    expect(refusal(() => parseTile(bytes.slice(1), 5))).toBe('malformed')
    expect(refusal(() => parseTile(new Uint8Array(0), 0))).toBe('out-of-range')
    expect(refusal(() => serialiseTile([]))).toBe('out-of-range')
    expect(refusal(() => serialiseTile(leaves.slice(0, 257)))).toBe('out-of-range')
    expect(refusal(() => serialiseTile([new Uint8Array(31)]))).toBe('malformed')
  })

  it('hash to one in the tile above when it is full', () => {
    expect(hashOfTile(leaves.slice(0, 256))).toEqual(treeRoot(leaves.slice(0, 256)))
    expect(refusal(() => hashOfTile(leaves.slice(0, 255)))).toBe('out-of-range')
    expect(refusal(() => hashOfTile(leaves.slice(0, 257)))).toBe('out-of-range')
  })
})

describe('a bundle of entries', () => {
  it('has each entry after its length', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 30 }), (some) => {
        expect(parseBundle(serialiseBundle(some), some.length)).toEqual(some)
      }),
    )
    expect(serialiseBundle([Uint8Array.of(7), new Uint8Array(0)])).toEqual(Uint8Array.of(0, 1, 7, 0, 0))
  })

  it('has entries of up to 65,535 bytes, and as many as its width', () => {
    const longest = new Uint8Array(maxEntryBytes)
    expect(parseBundle(serialiseBundle([longest]), 1)).toEqual([longest])
    expect(refusal(() => serialiseBundle([new Uint8Array(maxEntryBytes + 1)]))).toBe('too-large')
    const bytes = serialiseBundle(entries.slice(0, 3))
    expect(refusal(() => parseBundle(bytes, 2))).toBe('malformed')
    expect(refusal(() => parseBundle(bytes, 4))).toBe('malformed')
    expect(refusal(() => parseBundle(bytes, 0))).toBe('out-of-range')
    expect(refusal(() => parseBundle(bytes, 257))).toBe('out-of-range')
    expect(refusal(() => serialiseBundle([]))).toBe('out-of-range')
    expect(refusal(() => parseBundle(Uint8Array.of(0, 2, 1), 1))).toBe('malformed')
  })

  it('is compared with the hashes of its tile', async () => {
    const hashes = await readVerifiedTile(small.head, { level: 0, index: 2 }, small.read)
    const bundle = entries.slice(512, 700)
    verifyBundle(bundle, hashes)
    expect(refusal(() => verifyBundle(bundle.with(187, utf8Bytes('x')), hashes))).toBe('wrong-data')
    expect(refusal(() => verifyBundle(bundle.slice(0, -1), hashes))).toBe('wrong-data')
    expect(refusal(() => verifyBundle([...bundle, utf8Bytes('x')], hashes))).toBe('wrong-data')
  })
})

describe('proofs from tiles', () => {
  it('verify for any leaf and any two sizes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(small, large), fc.nat(), async (log, seed) => {
        const { size, root } = log.head
        const index = seed % size
        const read = hashesFromTiles(log.head, log.read)
        const proof = await carryOut(planInclusion({ index, size }), read)
        verifyInclusion({ index, size, leafHash: leaves[index] ?? someHash, proof, root })
        const oldSize = index + 1
        const grown = await carryOut(planConsistency({ oldSize, newSize: size }), read)
        const oldRoot = treeRoot(leaves.slice(0, oldSize))
        verifyConsistency({ oldSize, newSize: size, oldRoot, newRoot: root, proof: grown })
      }),
      { numRuns: 15 },
    )
  })

  it('read each tile once, in the widths of the tree', async () => {
    const log = new PublishedTiles(70_000)
    await carryOut(planInclusion({ index: 300, size: 70_000 }), hashesFromTiles(log.head, log.read))
    expect(log.requested.toSorted()).toEqual([
      'tile/0/001',
      'tile/0/273.p/112',
      'tile/1/000',
      'tile/1/001.p/17',
      'tile/2/000.p/1',
    ])
  })

  it('are refused when any bit of any tile that was read is another', async () => {
    const plan = planInclusion({ index: 300, size: 70_000 })
    const read = new PublishedTiles(70_000)
    await carryOut(plan, hashesFromTiles(read.head, read.read))
    for (const spoiled of read.requested)
      for (const position of [0, 0.37, 0.99]) {
        const readSpoiled = (tile: Tile) => {
          const bytes = large.read(tile)
          const index = Math.floor(position * bytes.length)
          return tilePath(tile) === spoiled ? bytes.with(index, (bytes[index] ?? 0) ^ 1) : bytes
        }
        expect(await refusalOf(carryOut(plan, hashesFromTiles(large.head, readSpoiled)))).toBe('wrong-data')
      }
  })

  it('are refused with tiles of another length, and pass errors of the source on', async () => {
    const plan = planInclusion({ index: 3, size: 700 })
    const cut = (tile: Tile) => small.read(tile).slice(32)
    expect(await refusalOf(carryOut(plan, hashesFromTiles(small.head, cut)))).toBe('malformed')
    const missing = () => Promise.reject(new Error('no such tile'))
    await expect(carryOut(plan, hashesFromTiles(small.head, missing))).rejects.toThrow('no such tile')
  })

  it('are refused for another root, even where no hash is asked for', async () => {
    const other = { ...small.head, root: someHash }
    expect(await refusalOf(Promise.resolve(hashesFromTiles(other, small.read)([])))).toBe('wrong-data')
    expect(await Promise.resolve(hashesFromTiles(small.head, small.read)([]))).toEqual([])
  })

  it('give verified tiles, of those that the tree has', async () => {
    expect(await readVerifiedTile(large.head, { level: 1, index: 1 }, large.read)).toHaveLength(17)
    expect(await readVerifiedTile(large.head, { level: 0, index: 9 }, large.read)).toEqual(leaves.slice(2304, 2560))
    expect(await refusalOf(readVerifiedTile(large.head, { level: 3, index: 0 }, large.read))).toBe('out-of-range')
  })
})
