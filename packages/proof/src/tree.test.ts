import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  carryOut,
  emptyRoot,
  equalBytes,
  Frontier,
  leafHash,
  nodeHash,
  planConsistency,
  planInclusion,
  planRoot,
  planSubtreeConsistency,
  rootOfInclusion,
  treeRoot,
  utf8Bytes,
  verifyConsistency,
  verifyInclusion,
  verifySubtreeConsistency,
  verifySubtreeInclusion,
} from './index.ts'
import type { TreeNode } from './index.ts'
import { refusal } from './test-refusal.ts'

const maxLeaves = 2000
const leaves = Array.from({ length: maxLeaves }, (_, index) => leafHash(utf8Bytes(`entry ${index}`)))

/** The definition of RFC 6962, 2.1, written as it is printed, over the leaves from `start` to before `end`. */
function treeHash(start: number, end: number): Uint8Array {
  const name = `${start}-${end}`
  const known = treeHashes.get(name)
  if (known !== undefined) return known
  const hash = start + 1 < end ? hashOfHalves(start, end) : (leaves.slice(start, end)[0] ?? emptyRoot)
  treeHashes.set(name, hash)
  return hash
}

const treeHashes = new Map<string, Uint8Array>()

function hashOfHalves(start: number, end: number): Uint8Array {
  let split = 1
  while (2 * split < end - start) split *= 2
  return nodeHash(treeHash(start, start + split), treeHash(start + split, end))
}

const nodeOf = ({ level, index }: TreeNode) => treeHash(index * 2 ** level, (index + 1) * 2 ** level)
const read = (nodes: readonly TreeNode[]) => nodes.map(nodeOf)
const rootAt = (size: number) => treeHash(0, size)
const someHash = leafHash(utf8Bytes('another'))

/** Each proof that differs from this one by a bit, by a missing or by an added hash. */
function spoiled(proof: readonly Uint8Array[], bit: number): Uint8Array[][] {
  return [
    ...proof.map((hash, index) => proof.with(index, hash.with(bit >> 3, (hash[bit >> 3] ?? 0) ^ (1 << (bit & 7))))),
    ...proof.map((_, index) => proof.toSpliced(index, 1)),
    [...proof, someHash],
    [someHash, ...proof],
  ]
}

const sizes = fc.integer({ min: 1, max: maxLeaves })
const bits = fc.integer({ min: 0, max: 255 })

describe('the root', () => {
  it('is that of RFC 6962 for every size', () => {
    const frontier = new Frontier()
    expect(frontier.root()).toEqual(emptyRoot)
    for (let size = 1; size <= 300; size += 1) {
      frontier.append(leaves[size - 1] ?? someHash)
      expect(frontier.root()).toEqual(rootAt(size))
      expect(planRoot(size).make(read(planRoot(size).nodes))).toEqual(frontier.root())
    }
    expect(planRoot(0).make([])).toEqual(emptyRoot)
    expect(treeRoot(leaves)).toEqual(rootAt(maxLeaves))
  })

  it('has the known value of the tree of eight leaves', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
    const hashes = inputs.map((hex) => leafHash(Uint8Array.from(Buffer.from(hex, 'hex'))))
    expect(Buffer.from(treeRoot(hashes)).toString('hex')).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    )
  })

  it('needs each planned hash', () => {
    expect(refusal(() => planRoot(3).make([someHash]))).toBe('out-of-range')
    expect(refusal(() => planRoot(3).make([someHash, someHash, someHash]))).toBe('out-of-range')
    expect(refusal(() => planRoot(-1))).toBe('out-of-range')
  })
})

describe('an inclusion proof', () => {
  it('is accepted for each leaf of each tree, and refused after any change', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), bits, async (size, seed, bit) => {
        const index = seed % size
        const proof = await carryOut(planInclusion({ index, size }), read)
        const inclusion = { index, size, leafHash: leaves[index] ?? someHash, proof, root: rootAt(size) }
        verifyInclusion(inclusion)
        expect(rootOfInclusion(inclusion)).toEqual(inclusion.root)
        const others = [
          ...spoiled(proof, bit).map((changed) => ({ ...inclusion, proof: changed })),
          { ...inclusion, leafHash: someHash },
          { ...inclusion, root: someHash },
          { ...inclusion, index: index + 1 },
          ...(index > 0 ? [{ ...inclusion, index: index - 1 }] : []),
        ]
        for (const other of others) expect(refusal(() => verifyInclusion(other))).not.toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  it('is that of every leaf in all small trees', async () => {
    for (let size = 1; size <= 40; size += 1)
      for (let index = 0; index < size; index += 1) {
        const proof = await carryOut(planInclusion({ index, size }), read)
        verifyInclusion({ index, size, leafHash: leaves[index] ?? someHash, proof, root: rootAt(size) })
      }
  })

  it('has an index inside of the tree and hashes of 32 bytes', () => {
    const one = { index: 0, size: 1, leafHash: someHash, proof: [], root: someHash }
    verifyInclusion(one)
    expect(refusal(() => verifyInclusion({ ...one, index: 1 }))).toBe('out-of-range')
    expect(refusal(() => verifyInclusion({ ...one, size: 0 }))).toBe('out-of-range')
    expect(refusal(() => verifyInclusion({ ...one, index: 0.5 }))).toBe('out-of-range')
    expect(refusal(() => verifyInclusion({ ...one, size: 2 ** 53 }))).toBe('out-of-range')
    expect(refusal(() => verifyInclusion({ ...one, index: -1 }))).toBe('out-of-range')
    expect(refusal(() => planInclusion({ index: 1, size: 1 }))).toBe('out-of-range')
    const short = new Uint8Array(31)
    expect(refusal(() => verifyInclusion({ ...one, leafHash: short, root: short }))).toBe('malformed')
    expect(refusal(() => verifyInclusion({ ...one, size: 2, proof: [short] }))).toBe('malformed')
    const withHashes = (length: number) => ({ ...one, proof: Array.from({ length }, () => someHash) })
    expect(refusal(() => verifyInclusion(withHashes(63)))).toBe('wrong-proof')
    expect(refusal(() => verifyInclusion(withHashes(64)))).toBe('too-large')
  })

  it('names its length when it is wrong', () => {
    const two = { index: 0, size: 2, leafHash: someHash, root: someHash }
    expect(() => verifyInclusion({ ...two, proof: [] })).toThrow('The inclusion proof is too short.')
    expect(() => verifyInclusion({ ...two, proof: [someHash, someHash] })).toThrow('The inclusion proof is too long.')
  })
})

describe('a consistency proof', () => {
  it('is accepted between any two sizes, and refused after any change', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, sizes, bits, async (one, other, bit) => {
        const [oldSize, newSize] = [Math.min(one, other), Math.max(one, other)]
        const proof = await carryOut(planConsistency({ oldSize, newSize }), read)
        const consistency = { oldSize, newSize, oldRoot: rootAt(oldSize), newRoot: rootAt(newSize), proof }
        verifyConsistency(consistency)
        const others = [
          ...spoiled(proof, bit).map((changed) => ({ ...consistency, proof: changed })),
          { ...consistency, oldRoot: someHash },
          { ...consistency, newRoot: someHash },
        ]
        for (const changed of others) expect(refusal(() => verifyConsistency(changed))).not.toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  it('exists between all small trees', async () => {
    for (let newSize = 1; newSize <= 33; newSize += 1)
      for (let oldSize = 1; oldSize <= newSize; oldSize += 1) {
        const proof = await carryOut(planConsistency({ oldSize, newSize }), read)
        verifyConsistency({ oldSize, newSize, oldRoot: rootAt(oldSize), newRoot: rootAt(newSize), proof })
      }
  })

  it('starts from a tree with leaves, and does not shrink', () => {
    const none = { oldSize: 0, newSize: 1, oldRoot: emptyRoot, newRoot: someHash, proof: [] }
    expect(refusal(() => verifyConsistency(none))).toBe('out-of-range')
    expect(refusal(() => verifyConsistency({ ...none, oldSize: 2 }))).toBe('out-of-range')
    expect(refusal(() => planConsistency({ oldSize: 0, newSize: 1 }))).toBe('out-of-range')
    expect(refusal(() => planConsistency({ oldSize: 2, newSize: 1 }))).toBe('out-of-range')
  })

  it('of a tree with itself is empty and compares the roots', () => {
    const same = { oldSize: 5, newSize: 5, oldRoot: rootAt(5), newRoot: rootAt(5), proof: [] }
    verifyConsistency(same)
    expect(refusal(() => verifyConsistency({ ...same, newRoot: someHash }))).toBe('wrong-proof')
    expect(refusal(() => verifyConsistency({ ...same, proof: [someHash] }))).toBe('wrong-proof')
  })

  it('has hashes of 32 bytes', () => {
    const grown = { oldSize: 1, newSize: 2, oldRoot: someHash, newRoot: someHash }
    expect(refusal(() => verifyConsistency({ ...grown, proof: [new Uint8Array(33)] }))).toBe('malformed')
    expect(refusal(() => verifyConsistency({ ...grown, proof: [someHash], oldRoot: new Uint8Array(31) }))).toBe(
      'malformed',
    )
  })
})

describe('a subtree', () => {
  it('is proven to belong to its tree, and its leaves to it', async () => {
    for (const [start, end, size] of [
      [4, 8, 8],
      [4, 7, 13],
      [8, 13, 13],
      [8, 12, 13],
      [16, 17, 33],
      [0, 9, 20],
      [1024, 1500, 2000],
    ] as const) {
      const range = { start, end }
      const proof = await carryOut(planSubtreeConsistency(range, size), read)
      const subtreeRoot = treeHash(start, end)
      const subtree = { range, size, subtreeRoot, root: rootAt(size), proof }
      verifySubtreeConsistency(subtree)
      for (const changed of spoiled(proof, 77))
        expect(refusal(() => verifySubtreeConsistency({ ...subtree, proof: changed }))).not.toBeNull()
      const index = end - 1
      const path = await carryOut(planInclusion({ index: index - start, size: end - start }), (nodes) =>
        nodes.map(({ level, index: at }) => nodeOf({ level, index: at + start / 2 ** level })),
      )
      const inclusion = { index, range, leafHash: leaves[index] ?? someHash, root: subtreeRoot, proof: path }
      verifySubtreeInclusion(inclusion)
      expect(refusal(() => verifySubtreeInclusion({ ...inclusion, index: end }))).toBe('out-of-range')
      expect(refusal(() => verifySubtreeInclusion({ ...inclusion, index: start - 1 }))).toBe('out-of-range')
    }
  })

  it('starts at a multiple of the power of two that covers it', () => {
    for (const range of [
      { start: 1, end: 3 },
      { start: 2, end: 6 },
      { start: 6, end: 9 },
      { start: 3, end: 2 },
      { start: 0, end: 0 },
    ])
      expect(refusal(() => planSubtreeConsistency(range, 16))).toBe('out-of-range')
    expect(refusal(() => planSubtreeConsistency({ start: 4, end: 8 }, 7))).toBe('out-of-range')
    const backwards = { start: 2 ** 32, end: 1 }
    const subtree = { range: backwards, size: 2 ** 33, subtreeRoot: someHash, root: someHash, proof: [] }
    expect(refusal(() => verifySubtreeConsistency(subtree))).toBe('out-of-range')
  })
})

describe('a huge tree', () => {
  // Every leaf is the same, so the hash of a complete subtree depends on its level only.
  const uniform: Uint8Array[] = [someHash]
  for (let level = 1; level < 53; level += 1) {
    const below = uniform[level - 1] ?? someHash
    uniform.push(nodeHash(below, below))
  }
  const readUniform = (nodes: readonly TreeNode[]) => nodes.map(({ level }) => uniform[level] ?? someHash)
  const hugeSizes = [2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, 2 ** 40 + 12_345, 2 ** 52, 2 ** 53 - 1]

  it('has proofs of at most 53 hashes, which verify', async () => {
    for (const size of hugeSizes) {
      const root = await carryOut(planRoot(size), readUniform)
      for (const index of [0, 1, Math.floor(size / 3), 2 ** 31 - 2, size - 1]) {
        const proof = await carryOut(planInclusion({ index, size }), readUniform)
        expect(proof.length).toBeLessThanOrEqual(53)
        verifyInclusion({ index, size, leafHash: someHash, proof, root })
        expect(refusal(() => verifyInclusion({ index, size, leafHash: root, proof, root }))).toBe('wrong-proof')
      }
      for (const oldSize of [1, 2, Math.floor(size / 3), 2 ** 31 - 1, size]) {
        const proof = await carryOut(planConsistency({ oldSize, newSize: size }), readUniform)
        const oldRoot = await carryOut(planRoot(oldSize), readUniform)
        verifyConsistency({ oldSize, newSize: size, oldRoot, newRoot: root, proof })
      }
    }
  })

  it('grows from its frontier', async () => {
    for (const size of hugeSizes.slice(0, -1)) {
      const { nodes } = planRoot(size)
      const frontier = Frontier.restore({ size, hashes: readUniform(nodes) })
      for (let step = 1; step <= 3; step += 1) {
        frontier.append(someHash)
        expect(frontier.size).toBe(size + step)
        expect(frontier.root()).toEqual(await carryOut(planRoot(size + step), readUniform))
      }
    }
    const full = Frontier.restore({ size: 2 ** 53 - 1, hashes: readUniform(planRoot(2 ** 53 - 1).nodes) })
    expect(refusal(() => full.append(someHash))).toBe('out-of-range')
  })
})

describe('a frontier', () => {
  it('is restored from its hashes, and goes on as before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 100 }), (first, more) => {
        const frontier = new Frontier()
        for (const leaf of leaves.slice(0, first)) frontier.append(leaf)
        const restored = Frontier.restore(frontier)
        const copy = frontier.copy()
        for (const leaf of leaves.slice(first, first + more)) restored.append(leaf)
        expect(restored.root()).toEqual(rootAt(first + more))
        expect(equalBytes(copy.root(), rootAt(first))).toBe(true)
        expect(frontier.size).toBe(first)
      }),
      { numRuns: 40 },
    )
  })

  it('reports each node that it completes', () => {
    const frontier = new Frontier()
    const completed = new Map<string, Uint8Array>()
    for (const leaf of leaves.slice(0, 37))
      frontier.append(leaf, ({ level, index }, hash) => completed.set(`${level}/${index}`, hash))
    expect(completed.size).toBe(37 + 18 + 9 + 4 + 2 + 1)
    for (const [name, hash] of completed) {
      const [level = 0, index = 0] = name.split('/').map(Number)
      expect(hash).toEqual(nodeOf({ level, index }))
    }
  })

  it('refuses hashes that do not belong to its size, and leaves of another length', () => {
    expect(refusal(() => Frontier.restore({ size: 3, hashes: [someHash] }))).toBe('malformed')
    expect(refusal(() => Frontier.restore({ size: 1, hashes: [new Uint8Array(31)] }))).toBe('malformed')
    expect(refusal(() => Frontier.restore({ size: -1, hashes: [] }))).toBe('out-of-range')
    expect(refusal(() => new Frontier().append(new Uint8Array(31)))).toBe('malformed')
  })
})
