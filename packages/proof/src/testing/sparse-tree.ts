import { utf8Bytes } from '../bytes.ts'
import { nodeHash, sha256 } from '../hash.ts'
import { planLeafSet } from '../receipt/index.ts'
import type { LeafRange } from '../tree.ts'
import { bitLength } from '../tree.ts'

/**
 * A tree of any size of which few leaves are known: a complete subtree without any of them has a hash that follows from
 * its name and range, so trees of one name extend each other.
 */
export class SparseTree {
  readonly #name: string
  readonly #leaves: ReadonlyMap<number, Uint8Array>
  readonly #indices: readonly number[]
  readonly #hashes = new Map<string, Uint8Array>()

  constructor(name: string, leaves: ReadonlyMap<number, Uint8Array>) {
    this.#name = name
    this.#leaves = leaves
    this.#indices = [...leaves.keys()].toSorted((one, other) => one - other)
  }

  root(size: number): Uint8Array {
    return this.#hashOf({ start: 0, end: size })
  }

  leafSet(ranges: readonly LeafRange[], size: number): Uint8Array[] {
    const { nodes, make } = planLeafSet({ size, ranges })
    return make(
      nodes.map(({ level, index }) => this.#hashOf({ start: index * 2 ** level, end: (index + 1) * 2 ** level })),
    )
  }

  #hashOf(range: LeafRange): Uint8Array {
    const key = `${range.start} ${range.end}`
    const known = this.#hashes.get(key)
    if (known !== undefined) return known
    const hash = this.#computed(range, key)
    this.#hashes.set(key, hash)
    return hash
  }

  #computed({ start, end }: LeafRange, key: string): Uint8Array {
    const count = end - start
    const leaf = count === 1 ? this.#leaves.get(start) : undefined
    if (leaf !== undefined) return leaf
    const width = 2 ** (bitLength(count) - 1)
    if (width === count && !this.#hasLeaf({ start, end })) return sha256(utf8Bytes(`${this.#name} ${key}`))
    const middle = start + (width === count ? width / 2 : width)
    return nodeHash(this.#hashOf({ start, end: middle }), this.#hashOf({ start: middle, end }))
  }

  #hasLeaf({ start, end }: LeafRange): boolean {
    let [low, high] = [0, this.#indices.length]
    while (low < high) {
      const at = Math.floor((low + high) / 2)
      if ((this.#indices[at] ?? end) < start) low = at + 1
      else high = at
    }
    return (this.#indices[low] ?? end) < end
  }
}
