import { randomBytes } from 'node:crypto'
import type { OutputOf, transparencyOwnLiability, transparencySolvency } from '@candor/api'
import { formatUnits } from '@candor/money'
import { decodeSnapshotEvent, LeafMaker, pathOf, tilesOfPath, totalOf } from '@candor/proof/solvency'
import type { SnapshotEvent, SnapshotTree } from '@candor/proof/solvency'
import type { Database } from '../../platform/transaction.ts'
import { assetOf } from '../ledger/index.ts'
import { buildInThread } from './build-in-thread.ts'
import { findRecord } from './solvency.ts'
import type { StoredRecord } from './solvency.ts'
import {
  countReaders,
  nextNumber,
  readBooks,
  readNewest,
  readOwnLeaf,
  readTiles,
  recordReading,
  storeSnapshot,
} from './solvency-store.ts'
import type { LoggedSnapshot, OwnLeaf } from './solvency-store.ts'

type OwnLiabilityView = OutputOf<typeof transparencyOwnLiability>
type SolvencyView = OutputOf<typeof transparencySolvency>

/** Shows the published totals, and customers their own leaves. */
export interface SolvencyService {
  own(customerId: bigint): Promise<OwnLiabilityView>
  totals(): Promise<SolvencyView>
}

/**
 * Counts all liabilities as of now, and stores the snapshot for the log. Returns its number; null where the day has one
 * already.
 */
export async function takeSnapshot(pool: Database, day: number | null): Promise<bigint | null> {
  const snapshotId = await nextNumber(pool)
  const key = randomBytes(32)
  const books = await readBooks(pool)
  const built = await buildInThread({ ...books, snapshotId, key })
  const isStored = await storeSnapshot(pool, { snapshotId, day, atMs: books.atMs, key }, built)
  return isStored ? snapshotId : null
}

export function createSolvencyService(pool: Database): SolvencyService {
  return {
    async own(customerId) {
      const own = await readOwnLeaf(pool, customerId)
      if (own === null) return { snapshot: null, leaves: [] }
      const event = decodeSnapshotEvent(own.event)
      const record = own.records === null ? null : findRecord(own.records, customerId)
      if (record === null) return { snapshot: snapshotView(own, event), leaves: [] }
      const leaves = await ownLeaves(pool, { own, event, record })
      await recordReading(pool, customerId)
      return { snapshot: snapshotView(own, event), leaves }
    },

    async totals() {
      const newest = await readNewest(pool)
      if (newest === null) return { snapshot: null, assets: [], checkedShareBps: null }
      const event = decodeSnapshotEvent(newest.event)
      return {
        snapshot: snapshotView(newest, event),
        assets: event.trees.map(totalsView),
        checkedShareBps: shareBps(await countReaders(pool), newest.customers),
      }
    },
  }
}

function ownLeaves(
  pool: Database,
  { own, event, record }: { readonly own: OwnLeaf; readonly event: SnapshotEvent; readonly record: StoredRecord },
): Promise<OwnLiabilityView['leaves']> {
  const { snapshotId } = event
  return Promise.all(
    record.leaves.map(async ({ asset, parts, position }) => {
      const tree = event.trees.find((candidate) => candidate.asset === asset)
      if (tree === undefined) throw new Error(`snapshot ${snapshotId} has no tree of asset ${asset}`)
      const owner = { secret: own.secret, nonce: own.nonce, account: record.account, parts }
      const tiles = await readTiles(pool, { snapshotId, asset }, tilesOfPath(tree.depth, position))
      return {
        asset: assetOf(asset),
        leaf: base64(new LeafMaker({ asset, snapshotId }).bytes(owner)),
        secret: base64(own.secret),
        position,
        path: base64(pathOf(tree, position, tiles)),
      }
    }),
  )
}

function snapshotView(
  { event: bytes, shard, index }: LoggedSnapshot,
  { snapshotId, atMs }: SnapshotEvent,
): NonNullable<SolvencyView['snapshot']> {
  return { id: String(snapshotId), atMs: Number(atMs), event: base64(bytes), shard, index: Number(index) }
}

function totalsView({ asset, depth, root, totals, openPayout }: SnapshotTree): SolvencyView['assets'][number] {
  return {
    asset: assetOf(asset),
    total: formatUnits(totalOf(totals)),
    available: formatUnits(totals.free),
    held: formatUnits(totals.held),
    invested: formatUnits(totals.invested),
    accrued: formatUnits(totals.accrued),
    escrow: formatUnits(totals.escrow),
    merchants: formatUnits(totals.merchant),
    openPayout: formatUnits(openPayout),
    leaves: 2 ** depth,
    root: Buffer.from(root).toString('hex'),
  }
}

/** In tenths of a percent, rounded down, so that it does not tell the number of customers. */
function shareBps(readers: number, customers: number): number {
  return customers === 0 ? 0 : Math.min(Math.floor((1_000 * readers) / customers), 1_000) * 10
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
