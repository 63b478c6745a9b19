import { equalBytes, safeSize } from './bytes.ts'
import { ensure } from './errors.ts'
import { emptyRoot, hashBytes, nodeHash } from './hash.ts'

/** The number of hashes that a proof may have, as tlog-witness 1.0.0 allows. */
export const maxProofHashes = 63

/** A leaf's place in a tree, and the hashes from its sibling up to the child of the root (RFC 6962, 2.1.1). */
export interface Inclusion {
  /** From 0. */
  readonly index: number
  /** The number of leaves. */
  readonly size: number
  readonly leafHash: Uint8Array
  readonly proof: readonly Uint8Array[]
}

/** Two states of one tree, and the proof that the newer one only appends (RFC 6962, 2.1.2). */
export interface Consistency {
  readonly oldSize: number
  readonly newSize: number
  readonly oldRoot: Uint8Array
  readonly newRoot: Uint8Array
  readonly proof: readonly Uint8Array[]
}

/** The leaves from `start` to before `end`. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/**
 * The root to which a leaf and its proof lead (RFC 9162, 2.1.3.2, the steps of RFC 6962 spelled out). Throws a
 * ProofError: `out-of-range` for an index outside of the tree, `wrong-proof` for a proof of another length.
 */
export function rootOfInclusion({ index, size, leafHash, proof }: Inclusion): Uint8Array {
  ensure(safeSize(index) < safeSize(size), 'out-of-range', 'The index is outside of the tree.')
  ensureHashes(proof)
  ensure(leafHash.length === hashBytes, 'malformed', 'The leaf hash does not have 32 bytes.')
  let node = index
  let last = size - 1
  let hash = leafHash
  for (const sibling of proof) {
    ensure(last > 0, 'wrong-proof', 'The inclusion proof is too long.')
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash)
      // The right-most node of a level without a sibling rises unchanged.
      while (!isOdd(node) && node !== 0) {
        node = half(node)
        last = half(last)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    node = half(node)
    last = half(last)
  }
  ensure(last === 0, 'wrong-proof', 'The inclusion proof is too short.')
  return hash
}

/** Verifies that the tree with this root contains the leaf at the index. Throws a ProofError otherwise. */
export function verifyInclusion({ root, ...inclusion }: Inclusion & { readonly root: Uint8Array }): void {
  const found = rootOfInclusion(inclusion)
  ensure(equalBytes(found, root), 'wrong-proof', 'The inclusion proof leads to another root.')
}

/**
 * Verifies that the tree with the new root begins with the leaves of the old one. Throws a ProofError otherwise. The
 * old tree has at least one leaf: every tree extends the empty one, without a proof, so a caller that starts from
 * nothing requires an empty proof on its own (tlog-witness 1.0.0, add-checkpoint).
 */
export function verifyConsistency({ oldSize, newSize, oldRoot, newRoot, proof }: Consistency): void {
  ensure(safeSize(oldSize) > 0, 'out-of-range', 'The old tree is empty, so there is nothing to prove.')
  verifySubtreeConsistency({
    range: { start: 0, end: oldSize },
    size: newSize,
    subtreeRoot: oldRoot,
    root: newRoot,
    proof,
  })
}

/** Verifies a leaf of a subtree, whose root may have been proven by `verifySubtreeConsistency`. Throws a ProofError. */
export function verifySubtreeInclusion({
  index,
  range: { start, end },
  leafHash,
  root,
  proof,
}: Omit<Inclusion, 'size'> & { readonly range: LeafRange; readonly root: Uint8Array }): void {
  ensureSubtree({ start, end })
  verifyInclusion({ index: index - start, size: end - start, leafHash, root, proof })
}

/**
 * Verifies that a subtree belongs to a tree (draft-ietf-plants-merkle-tree-certs-02, 4.4.3). With a start of 0 this is
 * the consistency proof of RFC 6962. An empty subtree has the root of an empty tree and an empty proof, wherever it
 * lies. Throws a ProofError otherwise.
 */
export function verifySubtreeConsistency({
  range,
  size,
  subtreeRoot,
  root,
  proof,
}: {
  readonly range: LeafRange
  readonly size: number
  readonly subtreeRoot: Uint8Array
  readonly root: Uint8Array
  readonly proof: readonly Uint8Array[]
}): void {
  ensureHashes(proof)
  ensure(safeSize(range.end) <= safeSize(size), 'out-of-range', 'The subtree ends after the tree.')
  if (safeSize(range.start) === range.end) {
    ensure(proof.length === 0, 'wrong-proof', 'The proof of an empty subtree is not empty.')
    ensure(equalBytes(subtreeRoot, emptyRoot), 'wrong-proof', 'The root of the empty subtree is wrong.')
    return
  }
  ensureSubtree(range)
  const found = rootsOfConsistency({ range, size, subtreeRoot, proof })
  ensure(equalBytes(found.subtree, subtreeRoot), 'wrong-proof', 'The consistency proof leads to another old root.')
  ensure(equalBytes(found.tree, root), 'wrong-proof', 'The consistency proof leads to another new root.')
}

/** The two roots to which a proof leads: steps 2 to 5 of the algorithm. */
function rootsOfConsistency({
  range,
  size,
  subtreeRoot,
  proof,
}: {
  readonly range: LeafRange
  readonly size: number
  readonly subtreeRoot: Uint8Array
  readonly proof: readonly Uint8Array[]
}): { readonly subtree: Uint8Array; readonly tree: Uint8Array } {
  // The first and the last node of the subtree, and the last of the tree, on the level that has been reached.
  let first = range.start
  let subtreeLast = range.end - 1
  let treeLast = size - 1
  const rise = () => {
    first = half(first)
    subtreeLast = half(subtreeLast)
    treeLast = half(treeLast)
  }
  if (subtreeLast === treeLast) while (first !== subtreeLast) rise()
  else while (first !== subtreeLast && isOdd(subtreeLast)) rise()
  const path = [...proof]
  const seed = first === subtreeLast ? subtreeRoot : path.shift()
  ensure(seed !== undefined, 'wrong-proof', 'The consistency proof is too short.')
  let subtree = seed
  let tree = seed
  for (const hash of path) {
    ensure(treeLast > 0, 'wrong-proof', 'The consistency proof is too long.')
    if (isOdd(subtreeLast) || subtreeLast === treeLast) {
      if (first < subtreeLast) subtree = nodeHash(hash, subtree)
      tree = nodeHash(hash, tree)
      while (!isOdd(subtreeLast)) rise()
    } else {
      tree = nodeHash(tree, hash)
    }
    rise()
  }
  ensure(treeLast === 0, 'wrong-proof', 'The consistency proof is too short.')
  return { subtree, tree }
}

/** The draft's rule, 4.1: a subtree starts at a multiple of the smallest power of two that covers it. */
export function ensureSubtree({ start, end }: LeafRange): void {
  ensure(safeSize(start) < safeSize(end), 'out-of-range', 'The subtree is empty or ends before it starts.')
  const covering = 2 ** bitLength(end - start - 1)
  ensure(start % covering === 0, 'out-of-range', 'The range of leaves is no subtree.')
}

function ensureHashes(proof: readonly Uint8Array[]): void {
  ensure(proof.length <= maxProofHashes, 'too-large', `A proof has more than ${maxProofHashes} hashes.`)
  ensure(
    proof.every((hash) => hash.length === hashBytes),
    'malformed',
    'A hash of the proof does not have 32 bytes.',
  )
}

/** The number of binary digits of a number up to 2^53; 0 for 0. */
export function bitLength(value: number): number {
  const high = Math.floor(value / 2 ** 32)
  return high > 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(value)
}

function isOdd(value: number): boolean {
  return value % 2 === 1
}

function half(value: number): number {
  return Math.floor(value / 2)
}
