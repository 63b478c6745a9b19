import { ByteReader, ByteWriter } from '../bytes.ts'
import { ensure } from '../errors.ts'
import { sha256 } from '../hash.ts'
import { greatestDepth, leastDepth } from './sum-tree.ts'

const version = 1
const orderType = 53

/** The depth of a tree of so many customers: at least one of its leaves is padding. */
export function depthFor(customers: number): number {
  let depth = leastDepth
  while (2 ** depth <= customers) depth += 1
  ensure(depth <= greatestDepth, 'too-large', 'There are too many customers for one tree.')
  return depth
}

/**
 * A random order of `count` leaves that follows from the key alone: the element at a position is the number of its leaf.
 * Each snapshot has a key of its own, so no customer keeps a neighbour, and no position tells how old an account is.
 */
export function leafOrder(key: Uint8Array, asset: number, count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index)
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
  let block = 0
  let digest = new ByteReader(new Uint8Array(0))
  return () => {
    if (digest.remaining === 0) {
      const input = new ByteWriter().u8(version).u8(orderType).u8(asset).u32(block).bytes(key).finish()
      digest = new ByteReader(sha256(input))
      block += 1
    }
    return digest.u32()
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
