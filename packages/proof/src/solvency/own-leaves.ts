import type { Asset } from '@candor/money'
import { fromBase64 } from '../bytes.ts'
import { nullIfMalformed } from '../errors.ts'
import { decodeLeaf, totalOf } from './liability-leaf.ts'
import { checkOwnLiability } from './own-liability.ts'
import { decodeSnapshotEvent } from './snapshot-event.ts'
import type { SnapshotEvent } from './snapshot-event.ts'
import { readNode, sumNodeBytes } from './sum-tree.ts'

/** The assets by their codes in a snapshot: every one has a leaf of each customer. */
export const snapshotAssets: readonly (readonly [code: number, asset: Asset])[] = [
  [1, 'USD'],
  [2, 'USDT'],
]

/** A customer's leaf of one asset as it is sent and saved: its bytes are in base64. */
export interface OwnLeaf {
  readonly asset: Asset
  readonly leaf: string
  readonly secret: string
  readonly position: number
  readonly path: string
}

/** Reads the published event of a snapshot from base64; null for any other text. */
export function readSnapshotEvent(text: string): SnapshotEvent | null {
  return nullIfMalformed(() => decodeSnapshotEvent(fromBase64(text)))
}

/** What a customer's leaves add to the totals of a snapshot, in units; null where that is not proven for each asset. */
export function ownAmounts(
  event: SnapshotEvent,
  account: string,
  leaves: readonly OwnLeaf[],
): Readonly<Record<Asset, bigint>> | null {
  const [USD, USDT] = snapshotAssets.map(([code, asset]) => {
    const own = leaves.find((leaf) => leaf.asset === asset)
    return own === undefined ? null : provenUnits(event, { account, code }, own)
  })
  return typeof USD !== 'bigint' || typeof USDT !== 'bigint' ? null : { USD, USDT }
}

function provenUnits(
  event: SnapshotEvent,
  { account, code }: { readonly account: string; readonly code: number },
  { leaf, secret, path, position }: OwnLeaf,
): bigint | null {
  return nullIfMalformed(() => {
    const bytes = { leaf: fromBase64(leaf), secret: fromBase64(secret), path: fromBase64(path) }
    const checked = checkOwnLiability(event, account, { asset: code, position, ...bytes })
    return checked.ok ? totalOf(checked.liability) : null
  })
}

/** One level of the way from an own leaf to the total: the sum so far, and the sum that is added to it there. */
export interface SumStep {
  readonly sum: bigint
  readonly sibling: bigint
  /** Whether the sum so far is the right one of both. */
  readonly isRight: boolean
}

/**
 * The sums on the way from an own leaf to the total, the leaf first. It checks nothing: `ownAmounts` has to have proven
 * the leaf. Throws a ProofError for bytes that are no leaf and no path.
 */
export function sumsToTotal({ leaf, path, position }: OwnLeaf): readonly SumStep[] {
  const nodes = fromBase64(path)
  let sum = totalOf(decodeLeaf(fromBase64(leaf)).liability)
  return Array.from({ length: nodes.length / sumNodeBytes }, (_, height) => {
    const sibling = readNode(nodes, height * sumNodeBytes).sum
    const step = { sum, sibling, isRight: Math.floor(position / 2 ** height) % 2 === 1 }
    sum += sibling
    return step
  })
}
