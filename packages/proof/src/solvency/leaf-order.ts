import { ensure } from '../errors.ts'
import { hashBytes, sha256Into } from '../hash.ts'
import { greatestDepth, leastDepth } from './sum-tree.ts'

const version = 1
/** The type of the structure whose digests order the leaves. */
export const orderType = 53
/** Behind version, type and asset. */
const blockOffset = 3

/** The depth of a tree of so many customers: at least one of its leaves is padding. */
export function depthFor(customers: number): number {
  let depth = leastDepth
  while (2 ** depth <= customers) depth += 1
  ensure(depth <= greatestDepth, 'too-large', 'There are too many customers for one tree.')
  return depth
}

/**
 * A random order of `count` leaves that follows from the key alone: the element at a position is the number of its
 * leaf. Each snapshot has a key of its own, so no customer keeps a neighbour, and no position tells how old an account
 * is.
 */
export function leafOrder(key: Uint8Array, asset: number, count: number): Uint32Array {
  const order = new Uint32Array(count)
  for (let leaf = 0; leaf < count; leaf += 1) order[leaf] = leaf
  const draw = drawsFrom(key, asset)
  for (let last = count - 1; last > 0; last -= 1) {
    const chosen = drawBelow(draw, last + 1)
    const moved = order[last] ?? 0
    order[last] = order[chosen] ?? 0
    order[chosen] = moved
  }
  return order
}

/** Uniform numbers of 32 bits: the digests of the key with a counter. */
function drawsFrom(key: Uint8Array, asset: number): () => number {
  const input = new Uint8Array(blockOffset + 4 + key.length)
  input.set([version, orderType, asset])
  input.set(key, blockOffset + 4)
  const blockView = new DataView(input.buffer)
  const digest = new Uint8Array(hashBytes)
  const drawn = new DataView(digest.buffer)
  let block = 0
  let used = hashBytes
  return () => {
    if (used === hashBytes) {
      blockView.setUint32(blockOffset, block)
      sha256Into(digest, 0, input)
      block += 1
      used = 0
    }
    used += 4
    return drawn.getUint32(used - 4)
  }
}

/** Draws again where the remainder would favour small numbers. */
function drawBelow(draw: () => number, bound: number): number {
  const fair = 2 ** 32 - (2 ** 32 % bound)
  for (;;) {
    const drawn = draw()
    if (drawn < fair) return drawn % bound
  }
}
