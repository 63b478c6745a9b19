import { safeSize } from './bytes.ts'
import { ensure } from './errors.ts'
import { emptyRoot, nodeHash } from './hash.ts'
import { bitLength, ensureSubtree } from './tree.ts'
import type { LeafRange } from './tree.ts'

/** A complete subtree: the leaves from index · 2^level to before (index + 1) · 2^level. */
export interface TreeNode {
  readonly level: number
  readonly index: number
}

/** Reads the hashes of nodes, in their order. Tiles, a database and an array in memory are such sources. */
export type ReadHashes = (nodes: readonly TreeNode[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>

/** What a proof or a root is made from: the nodes to read, and how their hashes make it. */
export interface TreePlan<Result> {
  readonly nodes: readonly TreeNode[]
  /** Takes the hashes of `nodes`, in their order. Throws `out-of-range` for another number of hashes. */
  make(hashes: readonly Uint8Array[]): Result
}

/** Plans the root of the first `size` leaves: the nodes on the right edge, the largest first. */
export function planRoot(size: number): TreePlan<Uint8Array> {
  return planRanges([{ start: 0, end: safeSize(size) }], ([root = emptyRoot]) => root)
}

/** Plans the inclusion proof of a leaf (RFC 6962, 2.1.1). Throws `out-of-range` for an index outside of the tree. */
export function planInclusion({
  index,
  size,
}: {
  readonly index: number
  readonly size: number
}): TreePlan<Uint8Array[]> {
  ensure(safeSize(index) < safeSize(size), 'out-of-range', 'The index is outside of the tree.')
  // The proof that a leaf is a subtree of the tree is the path from its sibling to the root.
  return planSubtree({ start: index, end: index + 1 }, size)
}

/** Plans the proof that a tree extends an older one (RFC 6962, 2.1.2). Throws `out-of-range` unless 0 < old ≤ new. */
export function planConsistency({
  oldSize,
  newSize,
}: {
  readonly oldSize: number
  readonly newSize: number
}): TreePlan<Uint8Array[]> {
  ensure(safeSize(oldSize) > 0, 'out-of-range', 'The old tree is empty, so there is nothing to prove.')
  ensure(oldSize <= safeSize(newSize), 'out-of-range', 'The old tree is larger than the new one.')
  return planSubtree({ start: 0, end: oldSize }, newSize)
}

/** Makes what a plan describes. Throws what the source throws. */
export async function carryOut<Result>(plan: TreePlan<Result>, read: ReadHashes): Promise<Result> {
  return plan.make(await read(plan.nodes))
}

/**
 * Plans the proof that a subtree belongs to a tree (draft-ietf-plants-merkle-tree-certs-02, 4.4.1). Throws
 * `out-of-range` for a range of leaves that is no subtree or ends after the tree.
 */
export function planSubtreeConsistency(range: LeafRange, size: number): TreePlan<Uint8Array[]> {
  ensureSubtree(range)
  ensure(range.end <= safeSize(size), 'out-of-range', 'The subtree ends after the tree.')
  return planSubtree(range, size)
}

/** PATH and PROOF of RFC 6962 are the cases of one leaf and of a subtree that starts at 0. */
function planSubtree(subtree: LeafRange, size: number): TreePlan<Uint8Array[]> {
  const siblings: LeafRange[] = []
  let { start } = subtree
  const { end } = subtree
  let low = 0
  let high = size
  while (low !== start || high !== end) {
    const middle = low + 2 ** (bitLength(high - low - 1) - 1)
    if (end <= middle) {
      siblings.push({ start: middle, end: high })
      high = middle
    } else {
      siblings.push({ start: low, end: middle })
      low = middle
      if (start < middle) start = middle
    }
  }
  // Where the subtree was divided, its last part is not known to the verifier.
  if (start !== subtree.start) siblings.push({ start, end })
  return planRanges(siblings.toReversed(), (hashes) => [...hashes])
}

/** Reads each range of leaves as complete subtrees, and joins their hashes from the right. */
export function planRanges<Result>(
  ranges: readonly LeafRange[],
  make: (hashes: readonly Uint8Array[]) => Result,
): TreePlan<Result> {
  const parts = ranges.map(completeSubtrees)
  const nodes = parts.flat()
  return {
    nodes,
    make(hashes) {
      ensure(hashes.length === nodes.length, 'out-of-range', 'The source returned another number of hashes.')
      let position = 0
      const joined = parts.flatMap(({ length }) => {
        position += length
        return joinHashes(hashes.slice(position - length, position))
      })
      return make(joined)
    },
  }
}

/** Divides the leaves of a subtree into complete ones, the largest first. */
function completeSubtrees({ start, end }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = []
  let position = start
  while (position < end) {
    const level = bitLength(end - position) - 1
    nodes.push({ level, index: position / 2 ** level })
    position += 2 ** level
  }
  return nodes
}

/** The hash over complete subtrees, the largest first: none for none of them. */
export function joinHashes(hashes: readonly Uint8Array[]): [] | [Uint8Array] {
  const last = hashes.at(-1)
  if (last === undefined) return []
  return [hashes.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last)]
}
