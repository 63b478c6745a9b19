import { isDeepStrictEqual } from 'node:util'
import { equalBytes, hashOfTile, leafHash, parseTile, tileWidth, treeRoot } from '@candor/proof'
import { expect, test } from 'vitest'
import type { LogLeaf } from './log-leaf.ts'
import { LogTree, partialFolders } from './log-tree.ts'

const leafOf = (index: number): LogLeaf => ({ entry: Uint8Array.of(1, 2, index >> 8, index & 255), records: null })
const rootOf = (size: number) => treeRoot(Array.from({ length: size }, (_, index) => leafHash(leafOf(index).entry)))

test('has the root of its leaves at every size, also where it was restored from its rows', () => {
  const tree = new LogTree(false, [])
  const tiles: Uint8Array[][] = []
  const wrong: number[] = []
  let tried = 0
  for (let size = 0; size <= 1_100; size += 1) {
    if (size % 50 < 2 || size % tileWidth < 2) {
      const restored = new LogTree(false, [[], tiles.map(hashOfTile)])
      for (let index = restored.size; index < size; index += 1) restored.append(leafOf(index))
      const isRight = [tree, restored].every((each) => each.size === size && equalBytes(each.root(), rootOf(size)))
      const isSame = isDeepStrictEqual([...restored.edge()], [...tree.edge()])
      if (!isRight || !isSame) wrong.push(size)
      tried += 1
    }
    const tile = tree.append(leafOf(size)).get(`tile/0/${String(tiles.length).padStart(3, '0')}`)
    if (tile !== undefined) tiles.push(parseTile(tile, tileWidth))
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(40)
  expect(tiles).toHaveLength(4)
})

test('names the files of its right edge by their widths, and completes files once', () => {
  const tree = new LogTree(false, [])
  const completed: string[] = []
  for (let index = 0; index < 515; index += 1) completed.push(...tree.append(leafOf(index)).keys())
  expect(completed).toEqual(['tile/0/000', 'tile/entries/000', 'tile/0/001', 'tile/entries/001'])
  expect([...tree.edge().keys()]).toEqual(['tile/0/002.p/3', 'tile/1/000.p/2', 'tile/entries/002.p/3'])
})

test('keeps the partial files of the newest bundle for readers of the last checkpoints', () => {
  expect(partialFolders(255)).toEqual([])
  expect(partialFolders(511)).toEqual(['tile/0/000.p', 'tile/entries/000.p', 'records/000.p'])
  expect(partialFolders(2 * 65_536 - 1)).toEqual([
    'tile/0/510.p',
    'tile/entries/510.p',
    'records/510.p',
    'tile/1/000.p',
  ])
})
