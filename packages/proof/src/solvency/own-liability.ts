import { equalBytes } from '../bytes.ts'
import { ProofError } from '../errors.ts'
import { decodeLeaf, leafNode, leafTag, totalOf } from './liability-leaf.ts'
import type { Liability } from './liability-leaf.ts'
import type { SnapshotEvent } from './snapshot-event.ts'
import { rootFrom } from './sum-tree.ts'

/** What a customer receives to check that their own balance is in the total of one asset. */
export interface OwnLiability {
  readonly asset: number
  readonly leaf: Uint8Array
  readonly secret: Uint8Array
  readonly position: number
  /** The siblings up to the root, 40 bytes each. */
  readonly path: Uint8Array
}

/**
 * The step that failed: `format` the bytes or a bound, `snapshot` the leaf is of another snapshot or asset, `owner` the
 * leaf is another customer's, `path` it does not lead to the published root, `total` the sum is not the published one.
 */
export type LiabilityFailure = 'format' | 'snapshot' | 'owner' | 'path' | 'total'

export type LiabilityCheck =
  | { readonly ok: true; readonly liability: Liability; readonly total: bigint }
  | { readonly ok: false; readonly failed: LiabilityFailure }

/** Checks a customer's own leaf against a published snapshot. `account` is their account number as they know it. */
export function checkOwnLiability(event: SnapshotEvent, account: string, own: OwnLiability): LiabilityCheck {
  try {
    return check(event, account, own)
  } catch (error) {
    if (error instanceof ProofError) return { ok: false, failed: 'format' }
    throw error
  }
}

function check(event: SnapshotEvent, account: string, own: OwnLiability): LiabilityCheck {
  const leaf = decodeLeaf(own.leaf)
  const tree = event.trees.find(({ asset }) => asset === own.asset)
  if (tree === undefined || leaf.asset !== own.asset || leaf.snapshotId !== event.snapshotId)
    return { ok: false, failed: 'snapshot' }
  if (!equalBytes(leaf.tag, leafTag(leaf, { secret: own.secret, account }))) return { ok: false, failed: 'owner' }
  const root = rootFrom(tree, own.position, leafNode(leaf), own.path)
  if (!equalBytes(root.hash, tree.root)) return { ok: false, failed: 'path' }
  const total = totalOf(tree.totals)
  if (root.sum !== total) return { ok: false, failed: 'total' }
  return { ok: true, liability: leaf.liability, total }
}
