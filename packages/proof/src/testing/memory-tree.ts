import { emptyRoot, nodeHash } from '../hash.ts'
import { planLeafSet } from '../receipt/index.ts'
import type { LeafRange } from '../tree.ts'
import { planInclusion, planRoot } from '../tree-plan.ts'
import type { TreeNode, TreePlan } from '../tree-plan.ts'

/** A tree with all its nodes in memory. */
export class MemoryTree {
  readonly #levels: Uint8Array[][] = [[]]

  constructor(leaves: Iterable<Uint8Array> = []) {
    for (const leaf of leaves) this.append(leaf)
  }

  get size(): number {
    return this.#row(0).length
  }

  /** Appends the hash of a leaf and returns its index. */
  append(leaf: Uint8Array): number {
    const index = this.size
    let hash = leaf
    for (let level = 0; ; level += 1) {
      const row = this.#row(level)
      row.push(hash)
      const left = row.at(-2)
      if (row.length % 2 === 1 || left === undefined) return index
      hash = nodeHash(left, hash)
    }
  }

  root(size = this.size): Uint8Array {
    return size === 0 ? emptyRoot : this.#make(planRoot(size))
  }

  inclusion(index: number, size = this.size): Uint8Array[] {
    return this.#make(planInclusion({ index, size }))
  }

  leafSet(ranges: readonly LeafRange[], size = this.size): Uint8Array[] {
    return this.#make(planLeafSet({ size, ranges }))
  }

  #make<Result>(plan: TreePlan<Result>): Result {
    return plan.make(plan.nodes.map((node) => this.#hashOf(node)))
  }

  #hashOf({ level, index }: TreeNode): Uint8Array {
    const hash = this.#levels[level]?.[index]
    if (hash === undefined) throw new Error('the tree has no such node')
    return hash
  }

  #row(level: number): Uint8Array[] {
    const row = this.#levels[level] ?? []
    this.#levels[level] = row
    return row
  }
}
