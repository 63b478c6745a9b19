import type { Asset } from '@candor/money'
import { fromBase64 } from '../bytes.ts'
import { ProofError } from '../errors.ts'
import { totalOf } from './liability-leaf.ts'
import { checkOwnLiability } from './own-liability.ts'
import { decodeSnapshotEvent } from './snapshot-event.ts'
import type { SnapshotEvent } from './snapshot-event.ts'

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
  try {
    return decodeSnapshotEvent(fromBase64(text))
  } catch (error) {
    if (error instanceof ProofError) return null
    throw error
  }
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
  try {
    const bytes = { leaf: fromBase64(leaf), secret: fromBase64(secret), path: fromBase64(path) }
    const checked = checkOwnLiability(event, account, { asset: code, position, ...bytes })
    return checked.ok ? totalOf(checked.liability) : null
  } catch (error) {
    if (error instanceof ProofError) return null
    throw error
  }
}
