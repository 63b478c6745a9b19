import { ByteReader, ByteWriter, utf8Bytes } from '../bytes.ts'
import { ensure } from '../errors.ts'
import { hashBytes, leafHash, sha256, sha256Into } from '../hash.ts'
import { sumBound } from './sum-tree.ts'
import type { SumNode } from './sum-tree.ts'

/** What the house owes one customer in one asset, in units, by where it is. Nothing is below zero. */
export interface Liability {
  /** Available. */
  readonly free: bigint
  /** Reserved for open contracts and for withdrawals under way. */
  readonly held: bigint
  /** The amounts of interest orders that are earning. */
  readonly invested: bigint
  /** Their interest so far. */
  readonly accrued: bigint
  /** Being sold on the trading floor. */
  readonly escrow: bigint
  /** In a merchant's wallet of the trading floor. */
  readonly merchant: bigint
}

/** One leaf. Its tag binds it to one customer; its nonce keeps the amounts from being guessed from the hash. */
export interface LiabilityLeaf {
  readonly asset: number
  readonly snapshotId: bigint
  readonly tag: Uint8Array
  readonly liability: Liability
  readonly nonce: Uint8Array
}

/** What a customer's leaves are made with, known to the house and to that customer. */
export interface LeafSecrets {
  readonly secret: Uint8Array
  readonly nonce: Uint8Array
}

/** The parts in the order in which they are encoded, each as u64. */
export const liabilityParts = ['free', 'held', 'invested', 'accrued', 'escrow', 'merchant'] as const
export const liabilityBytes = 8 * liabilityParts.length

const version = 1
/** The types of the structures that are hashed. */
export const leafTypes = { leaf: 48, tag: 50, secret: 51, nonce: 52 } as const

/** The secret and the nonce of a customer in a snapshot. They follow from its key, so only the key is stored. */
export function leafSecrets(key: Uint8Array, customerId: bigint): LeafSecrets {
  const both = new Uint8Array(leafSecretsBytes)
  leafSecretsWriter(key)(both, 0, customerId)
  return { secret: both.subarray(0, hashBytes), nonce: both.subarray(hashBytes) }
}

/** A secret, and the nonce behind it. */
export const leafSecretsBytes = 2 * hashBytes

/** Writes the secret and the nonce of one customer after the other. */
export function leafSecretsWriter(key: Uint8Array): (target: Uint8Array, offset: number, customerId: bigint) => void {
  const input = new Uint8Array(10 + hashBytes)
  const view = new DataView(input.buffer)
  input[0] = version
  input.set(requireHash(key), 10)
  return (target, offset, customerId) => {
    view.setBigInt64(2, customerId)
    input[1] = leafTypes.secret
    sha256Into(target, offset, input)
    input[1] = leafTypes.nonce
    sha256Into(target, offset + hashBytes, input)
  }
}

/**
 * The tag of a customer's leaf. It covers the account number, which the customer knows from elsewhere: even a house
 * that gives two customers one secret cannot show one leaf to both.
 */
export function leafTag(
  { asset, snapshotId }: Pick<LiabilityLeaf, 'asset' | 'snapshotId'>,
  { secret, account }: { readonly secret: Uint8Array; readonly account: string },
): Uint8Array {
  const text = utf8Bytes(account)
  const writer = new ByteWriter().u8(version).u8(leafTypes.tag).u8(asset).u64(snapshotId).bytes(requireHash(secret))
  return sha256(writer.u8(text.length).bytes(text).finish())
}

/** The sum of the parts. Throws `out-of-range` for a part or a sum that is below zero or reaches 2^63. */
export function totalOf(liability: Liability): bigint {
  return requireAmount(liabilityParts.reduce((sum, part) => sum + requireAmount(liability[part]), 0n))
}

export function encodeLeaf({ asset, snapshotId, tag, liability, nonce }: LiabilityLeaf): Uint8Array {
  totalOf(liability)
  const writer = new ByteWriter().u8(version).u8(leafTypes.leaf).u8(asset).u64(snapshotId).bytes(requireHash(tag))
  return writeLiability(writer, liability).bytes(requireHash(nonce)).finish()
}

/** Parses a leaf. Throws a ProofError for any other format, and `out-of-range` for amounts out of bounds. */
export function decodeLeaf(bytes: Uint8Array): LiabilityLeaf {
  const reader = new ByteReader(bytes)
  ensure(
    reader.u8() === version && reader.u8() === leafTypes.leaf,
    'malformed',
    'The bytes are no leaf of liabilities.',
  )
  const leaf = {
    asset: reader.u8(),
    snapshotId: reader.u64(),
    tag: reader.bytes(hashBytes),
    liability: readLiability(reader),
    nonce: reader.bytes(hashBytes),
  }
  reader.end()
  totalOf(leaf.liability)
  return leaf
}

export function writeLiability(writer: ByteWriter, liability: Liability): ByteWriter {
  for (const part of liabilityParts) writer.u64(liability[part])
  return writer
}

/** Reads the parts without judging them. */
export function readLiability(reader: ByteReader): Liability {
  return liabilityOf(liabilityParts.map(() => reader.u64()))
}

/** A liability from its parts in their order; parts that are left out are 0. */
export function liabilityOf(parts: readonly bigint[]): Liability {
  const [free = 0n, held = 0n, invested = 0n, accrued = 0n, escrow = 0n, merchant = 0n] = parts
  return { free, held, invested, accrued, escrow, merchant }
}

/** A leaf as a node of the tree. */
export function leafNode(leaf: LiabilityLeaf): SumNode {
  return { sum: totalOf(leaf.liability), hash: leafHash(encodeLeaf(leaf)) }
}

function requireAmount(amount: bigint): bigint {
  ensure(amount >= 0n && amount < sumBound, 'out-of-range', 'An amount is below zero or too large.')
  return amount
}

function requireHash(bytes: Uint8Array): Uint8Array {
  ensure(bytes.length === hashBytes, 'malformed', 'A key, a secret, a tag or a nonce does not have 32 bytes.')
  return bytes
}
