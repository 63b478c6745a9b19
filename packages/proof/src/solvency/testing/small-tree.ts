import { depthFor, leafOrder } from '../leaf-order.ts'
import { encodeLeaf, leafNode, leafSecrets, leafTag } from '../liability-leaf.ts'
import type { Liability, LiabilityLeaf } from '../liability-leaf.ts'
import type { OwnLiability } from '../own-liability.ts'
import type { SnapshotEvent } from '../snapshot-event.ts'
import { pathOf, SumTreeBuilder, tilesOfPath } from '../sum-tree.ts'
import type { SumTile } from '../sum-tree.ts'

export const key = new Uint8Array(32).fill(7)
export const nothing: Liability = { free: 0n, held: 0n, invested: 0n, accrued: 0n, escrow: 0n, merchant: 0n }

export interface TestCustomer {
  readonly id: bigint
  readonly account: string
  readonly liability: Liability
}

/** A published snapshot of one asset, and each customer's own proof. */
export interface SmallTree {
  readonly event: SnapshotEvent
  own(customer: TestCustomer): OwnLiability
}

export function customersOf(count: number): TestCustomer[] {
  return Array.from({ length: count }, (_, index) => ({
    id: BigInt(index + 1),
    account: String(20_000_001 + index),
    liability: { ...nothing, free: BigInt(index) * 1_000_000n, held: 5n, accrued: BigInt(index % 3) },
  }))
}

/** Builds a snapshot as an honest house does. */
export function smallTree(customers: readonly TestCustomer[], snapshotId = 9n, asset = 1): SmallTree {
  const depth = depthFor(customers.length)
  const order = leafOrder(key, asset, 2 ** depth)
  const tiles: SumTile[] = []
  const builder = new SumTreeBuilder({ asset, depth }, (tile) => tiles.push(tile))
  for (const number of order) builder.add(leafNode(leafOf(customers[number] ?? padding(number), { snapshotId, asset })))
  const { hash } = builder.finish()
  const totals = customers.reduce(
    (sum, { liability }) => ({
      ...nothing,
      free: sum.free + liability.free,
      held: sum.held + liability.held,
      accrued: sum.accrued + liability.accrued,
    }),
    nothing,
  )
  return {
    event: {
      snapshotId,
      atMs: 1_763_596_800_000n,
      trees: [{ asset, depth, root: hash, totals, openPayout: 17n }],
      stripes: [{ stripe: 1, seq: 12n, hash: new Uint8Array(32).fill(3) }],
    },
    own: (customer) => {
      const position = order.indexOf(customers.indexOf(customer))
      const path = tilesOfPath(depth, position).map(
        ({ level, index }) =>
          tiles.find((tile) => tile.level === level && tile.index === index)?.nodes ?? new Uint8Array(0),
      )
      return {
        asset,
        leaf: encodeLeaf(leafOf(customer, { snapshotId, asset })),
        secret: leafSecrets(key, customer.id).secret,
        position,
        path: pathOf({ asset, depth }, position, path),
      }
    },
  }
}

/** The leaf of a customer; of padding, too, which differs in nothing but its amounts. */
export function leafOf(
  { id, account, liability }: TestCustomer,
  { snapshotId, asset }: { readonly snapshotId: bigint; readonly asset: number },
): LiabilityLeaf {
  const { secret, nonce } = leafSecrets(key, id)
  return { asset, snapshotId, tag: leafTag({ asset, snapshotId }, { secret, account }), liability, nonce }
}

function padding(number: number): TestCustomer {
  return { id: BigInt(-number), account: '', liability: nothing }
}
