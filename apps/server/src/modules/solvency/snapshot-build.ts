import {
  depthFor,
  encodeSnapshotEvent,
  LeafMaker,
  leafOrder,
  leafSecrets,
  liabilityBytes,
  liabilityOf,
  SumTreeBuilder,
} from '@candor/proof/solvency'
import type { Liability, SnapshotTree, SumTile } from '@candor/proof/solvency'
import { accountOf, assetCodes, customerIdOf, partsOf, readRecordBytes, withPositions } from './solvency.ts'
import type { BooksReading, HouseSide, RecordPack } from './solvency.ts'

/** What a snapshot is built from. The key decides the secrets, the nonces and the order of the leaves. */
export interface SnapshotInput extends BooksReading {
  readonly snapshotId: bigint
  readonly key: Uint8Array
}

/** A snapshot as it is stored. */
export interface BuiltSnapshot {
  readonly event: Uint8Array
  readonly customers: number
  readonly packs: readonly RecordPack[]
  readonly tiles: readonly (SumTile & { readonly asset: number })[]
}

/** All records in one array, and the secrets and nonces of all leaves, padding included. */
interface Leaves {
  readonly records: Uint8Array
  readonly customers: number
  readonly depth: number
  /** 32 bytes of secret and 32 of nonce a leaf. */
  readonly secrets: Uint8Array
}

interface BuiltTree {
  readonly tree: SnapshotTree
  /** The position of each customer's leaf. */
  readonly positions: Uint32Array
  readonly tiles: readonly SumTile[]
}

const secretBytes = 32
const noAmounts = new Uint8Array(liabilityBytes)

/**
 * Builds the trees of a snapshot. Throws where the customers' balances are not the mirror of all other accounts: a sum
 * that the books contradict is never published.
 */
export function buildSnapshot(input: SnapshotInput): BuiltSnapshot {
  const leaves = collectLeaves(input)
  const built = assetCodes.map((asset) => buildTree(input, leaves, houseOf(input.house, asset)))
  const positions = built.map((tree) => tree.positions)
  let first = 0
  const packs = input.packs.map(({ firstCustomerId, records }) => {
    const stored = withPositions(records, positions, first)
    first += records.length / readRecordBytes
    return { firstCustomerId, records: stored }
  })
  const { snapshotId, atMs, stripes } = input
  return {
    event: encodeSnapshotEvent({ snapshotId, atMs, stripes, trees: built.map(({ tree }) => tree) }),
    customers: leaves.customers,
    packs,
    tiles: built.flatMap(({ tree: { asset }, tiles }) => tiles.map((tile) => ({ ...tile, asset }))),
  }
}

function collectLeaves({ packs, key }: SnapshotInput): Leaves {
  const records = new Uint8Array(packs.reduce((length, pack) => length + pack.records.length, 0))
  let offset = 0
  for (const pack of packs) {
    records.set(pack.records, offset)
    offset += pack.records.length
  }
  const customers = records.length / readRecordBytes
  const depth = depthFor(customers)
  const secrets = new Uint8Array(2 ** depth * 2 * secretBytes)
  for (let leaf = 0; leaf < 2 ** depth; leaf += 1) {
    // Padding has numbers that no customer has.
    const owner = leaf < customers ? customerIdOf(records, leaf * readRecordBytes) : BigInt(-leaf)
    const { secret, nonce } = leafSecrets(key, owner)
    secrets.set(secret, leaf * 2 * secretBytes)
    secrets.set(nonce, (leaf * 2 + 1) * secretBytes)
  }
  return { records, customers, depth, secrets }
}

function buildTree(
  { key, snapshotId }: SnapshotInput,
  { records, customers, depth, secrets }: Leaves,
  { asset, owed, openPayout }: HouseSide,
): BuiltTree {
  const index = assetCodes.findIndex((code) => code === asset)
  const tiles: SumTile[] = []
  const builder = new SumTreeBuilder({ asset, depth }, (tile) => tiles.push(tile))
  const maker = new LeafMaker({ asset, snapshotId })
  const positions = new Uint32Array(customers)
  for (const [position, leaf] of leafOrder(key, asset, 2 ** depth).entries()) {
    const secret = secrets.subarray(leaf * 2 * secretBytes, (leaf * 2 + 1) * secretBytes)
    const nonce = secrets.subarray((leaf * 2 + 1) * secretBytes, (leaf + 1) * 2 * secretBytes)
    const isCustomer = leaf < customers
    if (isCustomer) positions[leaf] = position
    const offset = leaf * readRecordBytes
    const account = isCustomer ? accountOf(records, offset) : ''
    builder.add(maker.node({ secret, nonce, account, parts: isCustomer ? partsOf(records, offset, index) : noAmounts }))
  }
  const { sum, hash } = builder.finish()
  const totals = sumOf(records, index)
  if (sum - totals.accrued !== owed)
    throw new Error(`the customers' balances in asset ${asset} are not the mirror of the other accounts`)
  return { tree: { asset, depth, root: hash, totals, openPayout }, positions, tiles }
}

function sumOf(records: Uint8Array, index: number): Liability {
  const sums = [0n, 0n, 0n, 0n, 0n, 0n]
  for (let offset = 0; offset < records.length; offset += readRecordBytes) {
    const parts = partsOf(records, offset, index)
    const view = new DataView(parts.buffer, parts.byteOffset, parts.byteLength)
    for (let part = 0; part < sums.length; part += 1) sums[part] = (sums[part] ?? 0n) + view.getBigUint64(8 * part)
  }
  return liabilityOf(sums)
}

function houseOf(house: readonly HouseSide[], asset: number): HouseSide {
  const found = house.find((side) => side.asset === asset)
  if (found === undefined) throw new Error(`the books have no accounts in asset ${asset}`)
  return found
}
