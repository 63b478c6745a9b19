import { emptyRoot, nodeHash } from '@candor/proof'
import { itemLeafHash, itemSalt } from '@candor/proof/encoding'
import type { SealedPart } from '@candor/proof/receipt'
import type { BatchItem } from './batch-items.ts'

/** What of an item is sealed. */
export type SealableItem = Omit<BatchItem, 'accountId'>

/** The items of a batch with the tree over them. */
export interface SealedBatch {
  readonly itemCount: number
  readonly itemsRoot: Uint8Array
  /** An item by its position among the items, with its path to the root. */
  part(index: number): SealedPart
}

/** Hashes the items of a batch with their salts, in their order. Throws where a customer has no secret. */
export function sealBatch(items: readonly SealableItem[], secrets: ReadonlyMap<bigint, Uint8Array>): SealedBatch {
  const salts = items.map(({ customerId, type, id, version }) => {
    const customerSecret = secrets.get(customerId)
    if (customerSecret === undefined) throw new Error('a customer has no secret')
    return itemSalt({ customerSecret, type, id, version })
  })
  const tree = smallTree(items.map(({ bytes }, index) => itemLeafHash(at(salts, index), bytes)))
  return {
    itemCount: items.length,
    itemsRoot: tree.root,
    part: (index) => ({ salt: at(salts, index), item: at(items, index).bytes, index, path: tree.path(index) }),
  }
}

/** A tree that lies in memory. */
export interface SmallTree {
  readonly root: Uint8Array
  /** The inclusion proof of a leaf. */
  path(index: number): Uint8Array[]
}

/** The tree of RFC 6962 over the hashes of leaves. A node without a neighbour stands for its parent, too. */
export function smallTree(leafHashes: readonly Uint8Array[]): SmallTree {
  const levels = [leafHashes]
  for (let below = leafHashes; below.length > 1; below = levels.at(-1) ?? []) {
    const level: Uint8Array[] = []
    for (let index = 0; index < below.length; index += 2) {
      const [left, right] = [at(below, index), below[index + 1]]
      level.push(right === undefined ? left : nodeHash(left, right))
    }
    levels.push(level)
  }
  return {
    root: levels.at(-1)?.[0] ?? emptyRoot,
    path: (index) => {
      const path: Uint8Array[] = []
      let position = index
      for (const level of levels) {
        const neighbour = level[position ^ 1]
        if (neighbour !== undefined) path.push(neighbour)
        position >>= 1
      }
      return path
    },
  }
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error('the batch has no such item')
  return value
}
