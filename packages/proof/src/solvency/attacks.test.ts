import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { concatBytes, toHex } from '../bytes.ts'
import { encodeLeaf, leafNode, totalOf } from './liability-leaf.ts'
import type { LiabilityLeaf } from './liability-leaf.ts'
import { checkOwnLiability } from './own-liability.ts'
import type { OwnLiability } from './own-liability.ts'
import type { SnapshotEvent } from './snapshot-event.ts'
import { rootFrom, sumNodeBytes } from './sum-tree.ts'
import type { SumNode } from './sum-tree.ts'
import { customersOf, leafOf, nothing, smallTree } from './testing/small-tree.ts'
import type { TestCustomer } from './testing/small-tree.ts'

const tree = { asset: 1, depth: 8 }
const snapshot = { snapshotId: 9n, asset: 1 }

/** An event over any root and total that a dishonest house publishes. */
function published(root: Uint8Array, total: bigint): SnapshotEvent {
  return {
    snapshotId: 9n,
    atMs: 0n,
    trees: [{ ...tree, root, totals: { ...nothing, free: total }, openPayout: 0n }],
    stripes: [],
  }
}

function nodeOf({ sum, hash }: SumNode): Uint8Array {
  const bytes = new Uint8Array(sumNodeBytes)
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(0, BigInt.asUintN(64, sum))
  bytes.set(hash, 8)
  return bytes
}

/** A path whose lowest sibling is given; the others are empty subtrees. */
function pathAbove(sibling: SumNode, depth = tree.depth): Uint8Array {
  const empty = nodeOf({ sum: 0n, hash: new Uint8Array(32) })
  return concatBytes(nodeOf(sibling), ...Array.from({ length: depth - 1 }, () => empty))
}

function rich(id: number, units: bigint): TestCustomer {
  return { id: BigInt(id), account: String(20_000_000 + id), liability: { ...nothing, free: units } }
}

function ownOf(customer: TestCustomer, position: number, path: Uint8Array, honest: OwnLiability): OwnLiability {
  return { ...honest, leaf: encodeLeaf(leafOf(customer, snapshot)), position, path }
}

const secretOf = (customer: TestCustomer) => smallTree([customer]).own(customer)
const leafOfCustomer = (customer: TestCustomer): LiabilityLeaf => leafOf(customer, snapshot)

test('split sums: two customers of 100 and 50 cannot both be shown a total of 100', () => {
  const [left, right] = [rich(1, 100n), rich(2, 50n)]
  const [leftNode, rightNode] = [leafNode(leafOfCustomer(left)), leafNode(leafOfCustomer(right))]
  // The first scheme of this kind hashed the sum of both children. The house shows each customer a sibling that makes
  // up the total which it publishes, and both find the root.
  const maxwell = (one: SumNode, other: SumNode) =>
    createHash('sha256')
      .update(String(one.sum + other.sum))
      .update(one.hash)
      .update(other.hash)
      .digest('hex')
  const shownLeft = { sum: 0n, hash: rightNode.hash }
  const shownRight = { sum: 50n, hash: leftNode.hash }
  expect(maxwell(leftNode, shownLeft)).toBe(maxwell(shownRight, rightNode))
  // With both sums in the hash, whichever root is published, one of the two notices.
  for (const [first, second] of [
    [shownLeft, shownRight],
    [shownRight, shownLeft],
    [rightNode, leftNode],
  ] as const) {
    const root = rootFrom(tree, 0, leftNode, pathAbove(first))
    const event = published(root.hash, 100n)
    const seen = [
      checkOwnLiability(event, left.account, ownOf(left, 0, pathAbove(first), secretOf(left))).ok,
      checkOwnLiability(event, right.account, ownOf(right, 1, pathAbove(second), secretOf(right))).ok,
    ]
    expect(seen).not.toEqual([true, true])
  }
})

test('a negative leaf: no leaf, sibling or sum takes from the total, by its sign or by wrapping', () => {
  const customer = rich(1, 100n)
  const leaf = leafNode(leafOfCustomer(customer))
  const hash = new Uint8Array(32).fill(1)
  const honest = secretOf(customer)
  for (const sibling of [-40n, -100n, -(2n ** 63n), 2n ** 63n, 2n ** 64n - 1n, 2n ** 63n - 100n]) {
    const path = pathAbove({ sum: sibling, hash })
    expect(() => rootFrom(tree, 0, leaf, path)).toThrow('below zero or too large')
    const own = ownOf(customer, 0, path, honest)
    expect(checkOwnLiability(published(hash, 60n), customer.account, own)).toEqual({ ok: false, failed: 'format' })
  }
  expect(rootFrom(tree, 0, leaf, pathAbove({ sum: 2n ** 63n - 101n, hash })).sum).toBe(2n ** 63n - 1n)
  for (const free of [-1n, 2n ** 63n]) {
    expect(() => totalOf({ ...nothing, free })).toThrow('below zero or too large')
    expect(() => totalOf({ ...nothing, free, held: 2n ** 63n })).toThrow('below zero or too large')
    expect(() => leafNode({ ...leafOfCustomer(customer), liability: { ...nothing, free } })).toThrow('too large')
  }
  // A part below zero is no smaller total either: 160 available, and -60 of something else.
  const bytes = encodeLeaf(leafOfCustomer(rich(1, 160n)))
  new DataView(bytes.buffer, bytes.byteOffset).setBigInt64(bytes.length - 40, -60n)
  const own = { ...honest, leaf: bytes }
  expect(checkOwnLiability(published(hash, 100n), customer.account, own)).toEqual({ ok: false, failed: 'format' })
})

test('one leaf for two customers: of two with the same balance, the second is refused the leaf of the first', () => {
  const [first, second, third] = [rich(1, 100n), rich(2, 100n), rich(3, 7n)]
  const { event, own } = smallTree([first, third])
  const shown = own(first)
  expect(checkOwnLiability(event, first.account, shown).ok).toBe(true)
  expect(checkOwnLiability(event, second.account, shown)).toEqual({ ok: false, failed: 'owner' })
  // Another secret for the second customer does not help: the tag in the tree is fixed.
  for (const secret of [secretOf(second).secret, new Uint8Array(32)])
    expect(checkOwnLiability(event, second.account, { ...shown, secret })).toEqual({ ok: false, failed: 'owner' })
})

test('truncated data: neither an inner node nor a path of another length passes', () => {
  const customers = customersOf(300)
  const { event, own } = smallTree(customers)
  const [customer] = customers
  if (customer === undefined) throw new Error('no customer')
  const honest = own(customer)
  const refused = (changed: Partial<OwnLiability>) =>
    checkOwnLiability(event, customer.account, { ...honest, ...changed })
  for (const length of [0, 1, 8, 10].map((nodes) => nodes * sumNodeBytes).concat(honest.path.length - 1))
    expect(refused({ path: new Uint8Array(length) })).toEqual({ ok: false, failed: 'format' })
  expect(refused({ path: honest.path.subarray(sumNodeBytes), position: honest.position >> 1 }).ok).toBe(false)
  // A house that publishes a tree of less depth has the parent of two leaves take the place of a leaf.
  const [shape] = event.trees
  if (shape === undefined) throw new Error('no tree')
  const shallow = { ...event, trees: [{ ...shape, depth: shape.depth - 1 }] }
  expect(checkOwnLiability(shallow, customer.account, honest)).toEqual({ ok: false, failed: 'format' })
  for (const leaf of [honest.path.subarray(0, sumNodeBytes), honest.leaf.subarray(1), new Uint8Array(0)])
    expect(refused({ leaf })).toEqual({ ok: false, failed: 'format' })
})

test('unbound data: no byte of a proof and no byte of the tree can change unnoticed', () => {
  const customers = customersOf(40)
  const { event, own } = smallTree(customers)
  const customer = customers[17]
  if (customer === undefined) throw new Error('no customer')
  const honest = own(customer)
  const passes = (shown: OwnLiability, from = event) => checkOwnLiability(from, customer.account, shown).ok
  expect(passes(honest)).toBe(true)
  for (const part of ['leaf', 'secret', 'path'] as const)
    for (let index = 0; index < honest[part].length; index += 1) {
      const bytes = honest[part].slice()
      bytes[index] = (bytes[index] ?? 0) ^ 1
      expect([part, index, passes({ ...honest, [part]: bytes })]).toEqual([part, index, false])
    }
  for (let position = -1; position <= 256; position += 1)
    expect(passes({ ...honest, position })).toBe(position === honest.position)
  expect(passes({ ...honest, position: honest.position + 0.5 })).toBe(false)
  // Neither another snapshot's nor another asset's proof, although the balance is the same.
  expect(passes(smallTree(customers, 10n).own(customer))).toBe(false)
  expect(passes(smallTree(customers, 9n, 2).own(customer))).toBe(false)
  expect(passes(honest, { ...event, snapshotId: 10n })).toBe(false)
  expect(passes(honest, smallTree(customers, 9n, 2).event)).toBe(false)
})

test('padding and customers without a balance look the same to a neighbour', () => {
  const customers = customersOf(40).map((customer) => ({ ...customer, liability: nothing }))
  const { own } = smallTree(customers)
  const siblings = customers.map((customer) => own(customer).path.subarray(0, sumNodeBytes))
  expect(siblings.every((sibling) => sibling.subarray(0, 8).every((byte) => byte === 0))).toBe(true)
  expect(new Set(siblings.map((sibling) => toHex(sibling.slice(8)))).size).toBeGreaterThan(38)
})
