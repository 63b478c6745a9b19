import { expect, test } from 'vitest'
import { ByteWriter } from '../bytes.ts'
import { LeafMaker } from './leaf-maker.ts'
import { decodeLeaf, encodeLeaf, leafNode, leafSecrets, totalOf, writeLiability } from './liability-leaf.ts'
import { toBase64 } from '../bytes.ts'
import { sumsToTotal } from './own-leaves.ts'
import { checkOwnLiability } from './own-liability.ts'
import { decodeSnapshotEvent, encodeSnapshotEvent } from './snapshot-event.ts'
import { customersOf, key, leafOf, nothing, smallTree } from './testing/small-tree.ts'

test('every customer finds the own balance in the total', () => {
  const customers = customersOf(300)
  const { event, own } = smallTree(customers)
  const published = decodeSnapshotEvent(encodeSnapshotEvent(event))
  expect(published.trees[0]?.depth).toBe(9)
  for (const customer of customers)
    expect(checkOwnLiability(published, customer.account, own(customer))).toEqual({
      ok: true,
      liability: customer.liability,
      total: (299n * 300n * 1_000_000n) / 2n + 5n * 300n + 300n,
    })
})

test('the sums on the way to the total begin with the own balance and end with the total', () => {
  const customers = customersOf(300)
  const { own } = smallTree(customers)
  for (const customer of customers.slice(0, 20)) {
    const { leaf, path, secret, position } = own(customer)
    const bytes = { leaf: toBase64(leaf), path: toBase64(path), secret: toBase64(secret) }
    const steps = sumsToTotal({ asset: 'USD', position, ...bytes })
    expect(steps).toHaveLength(9)
    expect(steps[0]?.sum).toBe(totalOf(customer.liability))
    for (const [height, { sum, sibling }] of steps.entries())
      expect(steps[height + 1]?.sum ?? (299n * 300n * 1_000_000n) / 2n + 5n * 300n + 300n).toBe(sum + sibling)
    expect(steps.reduce((at, { isRight }, height) => at + (isRight ? 2 ** height : 0), 0)).toBe(position)
  }
})

test('a snapshot of one customer has a tree of 256 leaves, and one of 256 has one of 512', () => {
  expect(smallTree(customersOf(1)).event.trees[0]?.depth).toBe(8)
  expect(smallTree(customersOf(255)).event.trees[0]?.depth).toBe(8)
  expect(smallTree(customersOf(256)).event.trees[0]?.depth).toBe(9)
})

test('a leaf and a snapshot have one encoding each', () => {
  const customers = customersOf(3)
  const { event, own } = smallTree(customers)
  for (const customer of customers) {
    const { leaf } = own(customer)
    expect(encodeLeaf(decodeLeaf(leaf))).toEqual(leaf)
    expect(() => decodeLeaf(Uint8Array.of(...leaf, 0))).toThrow('longer')
    expect(() => decodeLeaf(leaf.subarray(0, -1))).toThrow('early')
  }
  const bytes = encodeSnapshotEvent(event)
  expect(decodeSnapshotEvent(bytes)).toEqual(event)
  expect(() => decodeSnapshotEvent(Uint8Array.of(...bytes, 0))).toThrow('longer')
  expect(() => decodeSnapshotEvent(bytes.subarray(0, -1))).toThrow('early')
  const [tree] = event.trees
  if (tree === undefined) throw new Error('no tree')
  expect(() => encodeSnapshotEvent({ ...event, trees: [tree, tree] })).toThrow('ascend')
  expect(() => encodeSnapshotEvent({ ...event, trees: [] })).toThrow('ascend')
})

test('a total that the leaves do not sum to is refused', () => {
  const customers = customersOf(4)
  const { event, own } = smallTree(customers)
  const [customer] = customers
  const [tree] = event.trees
  if (customer === undefined || tree === undefined) throw new Error('no customer')
  const less = { ...event, trees: [{ ...tree, totals: { ...tree.totals, free: tree.totals.free - 1n } }] }
  expect(checkOwnLiability(less, customer.account, own(customer))).toEqual({ ok: false, failed: 'total' })
  // The split of the total is the house's own statement: the tree proves the sum of the parts only.
  const split = { ...nothing, free: tree.totals.free + tree.totals.held, accrued: tree.totals.accrued }
  const moved = { ...event, trees: [{ ...tree, totals: split }] }
  expect(checkOwnLiability(moved, customer.account, own(customer)).ok).toBe(true)
})

test('a leaf maker makes the same leaves and nodes as the encoder, one after another', () => {
  const shape = { asset: 2, snapshotId: 77n }
  const maker = new LeafMaker(shape)
  for (const customer of [...customersOf(5), { id: -3n, account: '', liability: nothing }]) {
    const leaf = leafOf(customer, shape)
    const parts = writeLiability(new ByteWriter(), customer.liability).finish()
    const owner = { ...leafSecrets(key, customer.id), account: customer.account, parts }
    expect(maker.bytes(owner)).toEqual(encodeLeaf(leaf))
    expect(maker.node(owner)).toEqual(leafNode(leaf))
  }
  const parts = new Uint8Array(48).fill(255, 0, 8)
  expect(() => maker.node({ ...leafSecrets(key, 1n), account: '', parts })).toThrow('too large')
  expect(() => maker.node({ ...leafSecrets(key, 1n), account: '', parts: parts.subarray(1) })).toThrow('length')
})
