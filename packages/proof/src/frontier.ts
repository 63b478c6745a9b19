import { safeSize } from './bytes.ts'
import { ensure } from './errors.ts'
import { emptyRoot, hashBytes, nodeHash } from './hash.ts'
import { joinHashes } from './tree-plan.ts'
import type { TreeNode } from './tree-plan.ts'

/** Called for the leaf itself, on level 0, and then for each node above that it completes. */
export type CompletedNode = (node: TreeNode, hash: Uint8Array) => void

/**
 * The right edge of a growing tree: the roots of its complete subtrees, at most 53 hashes. Appends leaves and gives the
 * root without reading what was appended before.
 */
export class Frontier {
  #size = 0
  readonly #hashes: Uint8Array[] = []

  /** Restores what `size` and `hashes` saved. Throws `malformed` when they do not belong together. */
  static restore({ size, hashes }: { readonly size: number; readonly hashes: readonly Uint8Array[] }): Frontier {
    ensure(countOnes(safeSize(size)) === hashes.length, 'malformed', 'The frontier has another number of hashes.')
    ensure(
      hashes.every((hash) => hash.length === hashBytes),
      'malformed',
      'A hash of the frontier does not have 32 bytes.',
    )
    const frontier = new Frontier()
    frontier.#size = size
    frontier.#hashes.push(...hashes)
    return frontier
  }

  /** The number of leaves. */
  get size(): number {
    return this.#size
  }

  /** The roots of the complete subtrees, the largest first: one for each binary one of the size. */
  get hashes(): readonly Uint8Array[] {
    return [...this.#hashes]
  }

  /** Appends the hash of one leaf. Takes one hash per leaf on average. Throws `malformed` unless it has 32 bytes. */
  append(leaf: Uint8Array, completed?: CompletedNode): void {
    ensure(leaf.length === hashBytes, 'malformed', 'The leaf hash does not have 32 bytes.')
    const size = safeSize(this.#size + 1)
    let hash = leaf
    let level = 0
    let index = this.#size
    completed?.({ level, index }, hash)
    while (index % 2 === 1) {
      const left = this.#hashes.pop()
      ensure(left !== undefined, 'malformed', 'The frontier lacks a hash.')
      hash = nodeHash(left, hash)
      level += 1
      index = (index - 1) / 2
      completed?.({ level, index }, hash)
    }
    this.#hashes.push(hash)
    this.#size = size
  }

  /** The root of all leaves so far; of an empty tree, SHA-256 of nothing. */
  root(): Uint8Array {
    const [root = emptyRoot] = joinHashes(this.#hashes)
    return root
  }

  /** An independent copy, to append on trial. */
  copy(): Frontier {
    return Frontier.restore({ size: this.#size, hashes: this.#hashes })
  }
}

/** The root of a tree with these leaf hashes (RFC 6962, 2.1). */
export function treeRoot(leafHashes: Iterable<Uint8Array>): Uint8Array {
  const frontier = new Frontier()
  for (const leaf of leafHashes) frontier.append(leaf)
  return frontier.root()
}

function countOnes(value: number): number {
  let ones = 0
  for (let rest = value; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2
  return ones
}
