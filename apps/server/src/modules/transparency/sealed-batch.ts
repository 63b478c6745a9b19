import { emptyRoot, nodeHash, planInclusion, planRoot } from '@candor/proof'
import type { TreePlan } from '@candor/proof'
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
  const levels = nodesOver(items.map(({ bytes }, index) => itemLeafHash(at(salts, index), bytes)))
  const read = <Result>({ nodes, make }: TreePlan<Result>) =>
    make(nodes.map(({ level, index }) => at(levels[level] ?? [], index)))
  const size = items.length
  return {
    itemCount: size,
    itemsRoot: size === 0 ? emptyRoot : read(planRoot(size)),
    part: (index) => ({
      salt: at(salts, index),
      item: at(items, index).bytes,
      index,
      path: read(planInclusion({ index, size })),
    }),
  }
}

/** The hashes of all complete subtrees, by their level. */
export function nodesOver(leaves: readonly Uint8Array[]): Uint8Array[][] {
  const levels = [[...leaves]]
  for (let below = leaves; below.length > 1; below = levels.at(-1) ?? []) {
    const level: Uint8Array[] = []
    for (let index = 0; index + 1 < below.length; index += 2)
      level.push(nodeHash(at(below, index), at(below, index + 1)))
    levels.push(level)
  }
  return levels
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error('the batch has no such item')
  return value
}
