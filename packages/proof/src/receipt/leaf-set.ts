import { safeSize } from '../bytes.ts'
import { ensure } from '../errors.ts'
import { nodeHash } from '../hash.ts'
import { bitLength } from '../tree.ts'
import type { LeafRange } from '../tree.ts'
import { planRanges } from '../tree-plan.ts'
import type { TreePlan } from '../tree-plan.ts'

/**
 * Several leaves of one tree with one proof: the hashes of the largest subtrees that contain none of them, from left to
 * right. It is shorter than a proof for each, and no other proof leads to the same root.
 */
export interface LeafSet {
  /** The number of leaves of the tree. */
  readonly size: number
  /** At least one, ascending. */
  readonly leaves: readonly ProvenLeaf[]
  readonly proof: readonly Uint8Array[]
}

export interface ProvenLeaf {
  readonly index: number
  readonly hash: Uint8Array
}

/** A node whose children are both known, called from the leaves to the root. */
type OnNode = (
  node: LeafRange & { readonly middle: number; readonly left: Uint8Array; readonly right: Uint8Array },
) => void

/**
 * Plans the proof of all leaves in the ranges, which ascend and do not touch. Throws `out-of-range` for others, and for
 * a leaf outside of the tree.
 */
export function planLeafSet({
  size,
  ranges,
}: {
  readonly size: number
  readonly ranges: readonly LeafRange[]
}): TreePlan<Uint8Array[]> {
  ensure(
    ranges.length > 0 && (ranges.at(-1)?.end ?? 0) <= safeSize(size),
    'out-of-range',
    'The tree has no such leaves.',
  )
  for (const [index, { start, end }] of ranges.entries()) {
    const follows = safeSize(start) < safeSize(end) && (index === 0 || start > (ranges[index - 1]?.end ?? 0))
    ensure(follows, 'out-of-range', 'The ranges of leaves do not ascend.')
  }
  const others: LeafRange[] = []
  const visit = (subtree: LeafRange, within: readonly LeafRange[]) => {
    const { start, end } = subtree
    const [first] = within
    if (first === undefined) return void others.push(subtree)
    if (first.start <= start && first.end >= end) return
    const middle = middleOf(subtree)
    visit(
      { start, end: middle },
      within.filter((range) => range.start < middle),
    )
    visit(
      { start: middle, end },
      within.filter((range) => range.end > middle),
    )
  }
  visit({ start: 0, end: size }, ranges)
  return planRanges(others, (hashes) => [...hashes])
}

/**
 * The root to which leaves and proof lead. Throws a ProofError: `out-of-range` for leaves that do not ascend or are
 * outside of the tree, `wrong-proof` for another number of hashes.
 */
export function rootOfLeafSet({ size, leaves, proof }: LeafSet, onNode?: OnNode): Uint8Array {
  ensureLeaves(leaves, size)
  let used = 0
  const hashOf = ({ start, end }: LeafRange, first: number, last: number): Uint8Array => {
    if (first === last) {
      const hash = proof[used]
      ensure(hash !== undefined, 'wrong-proof', 'The proof is too short.')
      used += 1
      return hash
    }
    const leaf = leaves[first]
    if (end - start === 1 && leaf !== undefined) return leaf.hash
    const middle = middleOf({ start, end })
    const split = firstFrom(leaves, middle, first, last)
    const left = hashOf({ start, end: middle }, first, split)
    const right = hashOf({ start: middle, end }, split, last)
    onNode?.({ start, middle, end, left, right })
    return nodeHash(left, right)
  }
  const root = hashOf({ start: 0, end: size }, 0, leaves.length)
  ensure(used === proof.length, 'wrong-proof', 'The proof is too long.')
  return root
}

/** The inclusion proof of one of the leaves, as RFC 6962 has it. Throws as `rootOfLeafSet` does. */
export function inclusionInLeafSet(set: LeafSet, index: number): Uint8Array[] {
  const path: Uint8Array[] = []
  rootOfLeafSet(set, ({ start, middle, end, left, right }) => {
    if (index >= start && index < end) path.push(index < middle ? right : left)
  })
  return path
}

function ensureLeaves(leaves: readonly ProvenLeaf[], size: number): void {
  const ascend = leaves.every(({ index }, at) => safeSize(index) > (leaves[at - 1]?.index ?? -1))
  const isInside = leaves.length > 0 && (leaves.at(-1)?.index ?? 0) < safeSize(size)
  ensure(ascend && isInside, 'out-of-range', 'The leaves do not ascend, or are outside of the tree.')
}

/** Where RFC 6962 divides a subtree: after the largest power of two below its number of leaves. */
function middleOf({ start, end }: LeafRange): number {
  return start + 2 ** (bitLength(end - start - 1) - 1)
}

/** The position of the first leaf from an index on, between two positions. */
function firstFrom(leaves: readonly ProvenLeaf[], index: number, first: number, last: number): number {
  let low = first
  let high = last
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((leaves[middle]?.index ?? index) < index) low = middle + 1
    else high = middle
  }
  return low
}
