import { expect, test } from 'vitest'
import { sha256 } from '../hash.ts'
import { leafOrder } from './leaf-order.ts'
import { pathOf, rootFrom, SumTreeBuilder, tilesOfPath } from './sum-tree.ts'
import type { SumNode, SumTile } from './sum-tree.ts'

function build(depth: number): { leaves: SumNode[]; tiles: SumTile[]; root: SumNode } {
  const leaves = Array.from({ length: 2 ** depth }, (_, index) => ({
    sum: BigInt(index),
    hash: sha256(Uint8Array.of(index & 255, index >> 8)),
  }))
  const tiles: SumTile[] = []
  const builder = new SumTreeBuilder({ asset: 2, depth }, (tile) => tiles.push(tile))
  for (const leaf of leaves) builder.add(leaf)
  return { leaves, tiles, root: builder.finish() }
}

test.each([8, 9, 10])('each leaf of a tree of depth %i leads to the root, by the tiles that were emitted', (depth) => {
  const { leaves, tiles, root } = build(depth)
  const shape = { asset: 2, depth }
  expect(root.sum).toBe((2n ** BigInt(depth) * (2n ** BigInt(depth) - 1n)) / 2n)
  for (let position = 0; position < leaves.length; position += 7) {
    const leaf = leaves[position]
    const needed = tilesOfPath(depth, position).map(
      ({ level, index }) => tiles.find((tile) => tile.level === level && tile.index === index)?.nodes,
    )
    if (leaf === undefined || needed.includes(undefined)) throw new Error('a tile is missing')
    const path = pathOf(
      shape,
      position,
      needed.flatMap((nodes) => nodes ?? []),
    )
    expect(rootFrom(shape, position, leaf, path)).toEqual(root)
  }
})

test('a builder refuses more leaves than its depth has, fewer, and sums that reach 2^63', () => {
  const leaf = { sum: 2n ** 62n, hash: new Uint8Array(32) }
  const builder = new SumTreeBuilder({ asset: 1, depth: 8 }, () => undefined)
  builder.add({ ...leaf, sum: 1n })
  expect(() => builder.finish()).toThrow('lacks leaves')
  for (let added = 1; added < 256; added += 1) builder.add({ ...leaf, sum: 1n })
  expect(() => builder.add(leaf)).toThrow('too many leaves')
  const full = new SumTreeBuilder({ asset: 1, depth: 8 }, () => undefined)
  expect(() => {
    for (let added = 0; added < 256; added += 1) full.add(leaf)
  }).toThrow('too large')
  expect(() => new SumTreeBuilder({ asset: 1, depth: 7 }, () => undefined)).toThrow('depth')
  expect(() => new SumTreeBuilder({ asset: 0, depth: 8 }, () => undefined)).toThrow('asset')
})

test('the order follows from the key and the asset, and places every leaf once', () => {
  const key = new Uint8Array(32).fill(1)
  const order = leafOrder(key, 1, 4096)
  expect(new Set(order).size).toBe(4096)
  expect(leafOrder(key, 1, 4096)).toEqual(order)
  expect(leafOrder(key, 2, 4096)).not.toEqual(order)
  expect(leafOrder(new Uint8Array(32), 1, 4096)).not.toEqual(order)
  // Uniform: the mean distance of a leaf from its number is a third of the count, within five standard deviations.
  const moved = order.reduce((sum, leaf, position) => sum + Math.abs(leaf - position), 0) / 4096
  expect(Math.abs(moved - 4096 / 3)).toBeLessThan(100)
})
