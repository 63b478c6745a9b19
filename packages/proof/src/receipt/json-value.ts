import { fromBase64, safeSize, toBase64 } from '../bytes.ts'
import { ensure, ProofError } from '../errors.ts'
import { hashBytes } from '../hash.ts'

/** The value of a JSON text. Throws `malformed`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProofError('malformed', 'The text is not JSON.')
  }
}

/** The members of an object. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  ensure(isObject, 'malformed', 'A value is not an object.')
  return { ...value }
}

/** The members of an object that has exactly those of these names, in this order. */
export function membersInOrder(value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const found = members(value)
  const own = Object.keys(found)
  const isInOrder = own.length === names.length && own.every((name, at) => name === names[at])
  ensure(isInOrder, 'malformed', 'An object has other members than its form, or in another order.')
  return found
}

/** The elements of an array. */
export function elements(value: unknown): readonly unknown[] {
  ensure(Array.isArray(value), 'malformed', 'A value is not an array.')
  return Array.from(value)
}

export function textIn(value: unknown): string {
  ensure(typeof value === 'string', 'malformed', 'A value is not a text.')
  return value
}

/** An integer from 0 to 2^53 − 1. */
export function sizeIn(value: unknown): number {
  ensure(typeof value === 'number', 'malformed', 'A value is not a number.')
  return safeSize(value)
}

/** Bytes in base64. */
export function bytesIn(value: unknown): Uint8Array {
  return fromBase64(textIn(value))
}

/** One hash in base64. */
export function hashIn(value: unknown): Uint8Array {
  const bytes = bytesIn(value)
  ensure(bytes.length === hashBytes, 'malformed', 'A hash does not have 32 bytes.')
  return bytes
}

/** Hashes without anything between, in base64. */
export function hashesIn(value: unknown): Uint8Array[] {
  const bytes = bytesIn(value)
  ensure(bytes.length % hashBytes === 0, 'malformed', 'The hashes do not have 32 bytes each.')
  return Array.from({ length: bytes.length / hashBytes }, (_, at) =>
    bytes.subarray(at * hashBytes, (at + 1) * hashBytes),
  )
}

/** Hashes are joined here: an acceptance of each order has some ten. */
let joinedHashes = new Uint8Array(64 * hashBytes)

/** Writes what `hashesIn` reads. */
export function hashesText(hashes: readonly Uint8Array[]): string {
  const length = hashes.length * hashBytes
  if (length > joinedHashes.length) joinedHashes = new Uint8Array(2 * length)
  let position = 0
  for (const hash of hashes) {
    ensure(hash.length === hashBytes, 'malformed', 'A hash does not have 32 bytes.')
    joinedHashes.set(hash, position)
    position += hashBytes
  }
  return toBase64(joinedHashes.subarray(0, length))
}
