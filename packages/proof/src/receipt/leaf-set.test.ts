import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from '../bytes.ts'
import { ProofError } from '../errors.ts'
import { MemoryTree } from '../testing/memory-tree.ts'
import { randomOf } from '../testing/random.ts'
import { verifyInclusion } from '../tree.ts'
import { inclusionInLeafSet, planLeafSet, rootOfLeafSet } from './index.ts'

const hexOf = (hashes: readonly Uint8Array[]) => hashes.map(toHex)

/** A tree and some of its leaves, at least one. */
const chosen = fc
  .integer({ min: 1, max: 70 })
  .chain((size) => fc.tuple(fc.constant(size), fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 12 })))
  .map(([size, indices]) => treeWith(size, indices))

function treeWith(size: number, indices: readonly number[]) {
  const random = randomOf(size)
  const hashes = Array.from({ length: size }, () => random.bytes())
  const tree = new MemoryTree(hashes)
  const ascending = indices.toSorted((one, other) => one - other)
  const leaves = ascending.map((index) => ({ index, hash: hashes[index] ?? new Uint8Array(0) }))
  const ranges: { start: number; end: number }[] = []
  for (const index of ascending) {
    const last = ranges.at(-1)
    if (last?.end === index) last.end += 1
    else ranges.push({ start: index, end: index + 1 })
  }
  return { tree, hashes, set: { size, leaves, proof: tree.leafSet(ranges) } }
}

test('leads from any leaves to the root of the tree', () => {
  fc.assert(
    fc.property(chosen, ({ tree, set }) => {
      expect(toHex(rootOfLeafSet(set))).toBe(toHex(tree.root()))
    }),
  )
})

test('contains the inclusion proof of each of its leaves', () => {
  fc.assert(
    fc.property(chosen, ({ tree, set }) => {
      for (const { index, hash } of set.leaves) {
        const proof = inclusionInLeafSet(set, index)
        expect(hexOf(proof)).toEqual(hexOf(tree.inclusion(index)))
        verifyInclusion({ index, size: set.size, leafHash: hash, root: tree.root(), proof })
      }
    }),
  )
})

test('leads elsewhere with any other leaf, position or hash, and refuses one hash more or fewer', () => {
  fc.assert(
    fc.property(chosen, ({ tree, set }) => {
      const root = toHex(tree.root())
      const other = randomOf(1_000).bytes()
      for (const [at] of set.leaves.entries()) {
        const leaves = set.leaves.with(at, { index: set.leaves[at]?.index ?? 0, hash: other })
        expect(toHex(rootOfLeafSet({ ...set, leaves }))).not.toBe(root)
      }
      for (const [at] of set.proof.entries())
        expect(toHex(rootOfLeafSet({ ...set, proof: set.proof.with(at, other) }))).not.toBe(root)
      for (const proof of [[...set.proof, other], ...(set.proof.length > 0 ? [set.proof.slice(1)] : [])])
        expect(() => rootOfLeafSet({ ...set, proof })).toThrow(ProofError)
    }),
  )
})

test('proves a run of leaves by what lies outside of it', () => {
  const { tree, hashes } = treeWith(64, [0])
  const leaves = hashes.slice(16, 32).map((hash, at) => ({ index: 16 + at, hash }))
  const proof = tree.leafSet([{ start: 16, end: 32 }])
  expect(proof).toHaveLength(2)
  expect(rootOfLeafSet({ size: 64, leaves, proof })).toEqual(tree.root())
})

test('refuses leaves that do not ascend or are outside of the tree, and none at all', () => {
  const { set } = treeWith(8, [2, 5])
  const leaf = (index: number) => ({ index, hash: new Uint8Array(32) })
  for (const leaves of [[], [leaf(5), leaf(2)], [leaf(2), leaf(2)], [leaf(2), leaf(8)], [leaf(-1), leaf(2)]])
    expect(() => rootOfLeafSet({ ...set, leaves })).toThrow(ProofError)
  expect(() => rootOfLeafSet({ ...set, proof: [new Uint8Array(31), ...set.proof.slice(1)] })).toThrow(ProofError)
})

test('is not planned for ranges that are empty, touch, do not ascend or end after the tree', () => {
  const plan = (...ranges: [number, number][]) =>
    planLeafSet({ size: 8, ranges: ranges.map(([start, end]) => ({ start, end })) })
  for (const ranges of [
    [],
    [[3, 3]],
    [
      [1, 3],
      [3, 4],
    ],
    [
      [4, 5],
      [1, 2],
    ],
    [[7, 9]],
  ] as [number, number][][])
    expect(() => plan(...ranges)).toThrow(ProofError)
  expect(plan([0, 8]).nodes).toEqual([])
})
