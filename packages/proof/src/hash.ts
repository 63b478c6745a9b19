import { sha256, sha256Into } from '#sha256'
import { ensure } from './errors.ts'

export { sha256, sha256Into }

/** The length of each hash, in bytes. */
export const hashBytes = 32

/** The root of a tree without leaves: SHA-256 of nothing (RFC 6962, section 2.1). */
export const emptyRoot: Uint8Array = sha256(new Uint8Array(0))

const leafPrefix = 0
const nodePrefix = 1
/** A receipt has some hundred inner nodes, hashed one after the other from the same 65 bytes. */
const nodeInput = new Uint8Array(1 + 2 * hashBytes)
nodeInput[0] = nodePrefix

/** Every order has leaves of some hundred bytes: they are put together in one place. */
let leafInput = new Uint8Array(1_024)
leafInput[0] = leafPrefix

/** The hash of an entry as a leaf: SHA-256(0x00 || entry) (RFC 6962, section 2.1). */
export function leafHash(entry: Uint8Array): Uint8Array {
  return leafHashOf([entry])
}

/** The hash of an entry as a leaf, the entry in parts. */
export function leafHashOf(parts: readonly Uint8Array[]): Uint8Array {
  let length = 1
  for (const part of parts) length += part.length
  if (length > leafInput.length) {
    leafInput = new Uint8Array(2 * length)
    leafInput[0] = leafPrefix
  }
  let position = 1
  for (const part of parts) {
    leafInput.set(part, position)
    position += part.length
  }
  return sha256(leafInput.subarray(0, length))
}

/**
 * The hash of an inner node: SHA-256(0x01 || left || right) (RFC 6962, section 2.1). Throws `malformed` unless both
 * have 32 bytes: otherwise bytes could move from one child to the other without changing the hash.
 */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  ensure(left.length === hashBytes && right.length === hashBytes, 'malformed', 'A hash does not have 32 bytes.')
  nodeInput.set(left, 1)
  nodeInput.set(right, 1 + hashBytes)
  return sha256(nodeInput)
}
