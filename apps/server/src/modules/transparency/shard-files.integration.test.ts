import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePath, carryOut, leafHash, serialiseBundle, tileWidth } from '@candor/proof'
import { planLeafSet, rootOfLeafSet } from '@candor/proof/receipt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LogFolder } from './log-folder.ts'
import type { LogLeaf } from './log-leaf.ts'
import { LogTree, partialFolders } from './log-tree.ts'
import { ShardFiles } from './shard-files.ts'

const shard = { log: 'events', shard: '2026h1' } as const

let folder: string
let files: LogFolder

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-shard-files-'))
  files = new LogFolder(join(folder, shard.log, shard.shard))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const leafAt = (index: number): LogLeaf => ({ entry: Uint8Array.from(Buffer.from(`leaf ${index}`)), records: [] })

/** Grows a tree to a size as the sealer does: full files and removals on the way, partial files at its end. */
async function grow(tree: LogTree, size: number, isKept: (name: string) => boolean): Promise<void> {
  const kept = (found: ReadonlyMap<string, Uint8Array>) => new Map([...found].filter(([name]) => isKept(name)))
  while (tree.size < size) {
    const complete = kept(tree.append(leafAt(tree.size)))
    if (complete.size > 0) await files.write(complete)
    if (tree.size % tileWidth === 0) await files.remove(partialFolders(tree.size - 1).filter(isKept))
  }
  await files.write(kept(tree.edge()))
}

/** What a receipt does: proves the newest leaf that a reader knew of, and the first, by a checkpoint. */
async function provenRoot(knownSize: number, headSize: number): Promise<Uint8Array> {
  const ranges = [
    { start: 0, end: 1 },
    { start: knownSize - 1, end: knownSize },
  ]
  const read = new ShardFiles(folder).hashes({ ...shard, size: knownSize }, headSize)
  const proof = await carryOut(planLeafSet({ size: headSize, ranges }), read)
  const leaves = ranges.map(({ start }) => ({ index: start, hash: leafHash(leafAt(start).entry) }))
  return rootOfLeafSet({ size: headSize, leaves, proof })
}

/** Grows through the sizes, and after each proves by each checkpoint what was known at each earlier or equal one. */
async function proveThrough(sizes: readonly number[], isKept: (name: string) => boolean): Promise<void> {
  const tree = new LogTree(false, [])
  const roots = new Map<number, Uint8Array>()
  for (const size of sizes) {
    await grow(tree, size, isKept)
    roots.set(size, tree.root())
    for (const [head, root] of roots)
      for (const known of roots.keys())
        expect(await provenRoot(Math.min(known, head), head), `${known} known, ${head} signed`).toEqual(root)
  }
}

test('proves by a checkpoint that is newer than the size that was read, through the end of a tile', () =>
  proveThrough([250, 255, 256, 257, 513], () => true))

test('does so through the end of a tile of tiles', () => {
  const edge = tileWidth ** 2
  // Of the lowest level, the proofs read the first two tiles and those around the edge.
  const isKept = (name: string) => /^tile\/1|^tile\/2|^tile\/0\/(000|001|25\d|x001)/.test(name)
  return proveThrough([edge - 1, edge, edge + 257], isKept)
})

test('returns each of many files that are read at once, more than are remembered', async () => {
  const bundles = 60
  for (let index = 0; index < bundles; index += 1) {
    const entries = Array.from({ length: tileWidth }, (_, at) => leafAt(index * tileWidth + at).entry)
    await files.write(new Map([[bundlePath({ index, width: tileWidth }), serialiseBundle(entries)]]))
  }
  const read = new ShardFiles(folder, { rememberedBytes: 10_000 })
  const size = bundles * tileWidth
  const found = await Promise.all(
    Array.from({ length: bundles }, (_, index) => read.entry({ ...shard, size }, index * tileWidth)),
  )
  expect(found.map((bytes) => Buffer.from(bytes).toString())).toEqual(
    Array.from({ length: bundles }, (_, index) => `leaf ${index * tileWidth}`),
  )
})
