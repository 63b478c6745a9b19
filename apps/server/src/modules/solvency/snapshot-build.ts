import {
  depthFor,
  encodeSnapshotEvent,
  LeafMaker,
  leafOrder,
  leafSecretsBytes,
  leafSecretsWriter,
  liabilityBytes,
  liabilityOf,
  nodesOfLevel,
  sumNodeBytes,
  SumTreeBuilder,
  tileNodes,
} from '@candor/proof/solvency'
import type { Liability, SnapshotTree } from '@candor/proof/solvency'
import { assetCodes, LiabilityRecords, readRecordBytes, withPositions } from './solvency.ts'
import type { BooksReading, HouseSide } from './solvency.ts'

/** What a snapshot is built from. The key decides the secrets, the nonces and the order of the leaves. */
export interface SnapshotInput extends BooksReading {
  readonly snapshotId: bigint
  readonly key: Uint8Array
}

/** A snapshot as it is stored. Its large arrays have buffers of their own, so that a thread can hand them over. */
export interface BuiltSnapshot {
  readonly event: Uint8Array
  readonly customers: number
  /** The stored records of all customers, in the order of their ids. */
  readonly records: Uint8Array
  readonly tiles: readonly TileLevel[]
}

/** All tiles of one level of a tree, one after another. */
export interface TileLevel {
  readonly asset: number
  readonly level: number
  readonly nodes: Uint8Array
}

/** The records, and the secret and nonce of each leaf, padding included. */
interface Leaves {
  readonly records: LiabilityRecords
  readonly depth: number
  readonly secrets: Uint8Array
}

interface BuiltTree {
  readonly tree: SnapshotTree
  /** The position of each customer's leaf. */
  readonly positions: Uint32Array
  readonly tiles: readonly TileLevel[]
}

const noAmounts = new Uint8Array(liabilityBytes)
const nonceOffset = leafSecretsBytes / 2

/**
 * Builds the trees of a snapshot. Throws where the customers' balances are not the mirror of all other accounts: a sum
 * that the books contradict is never published.
 */
export function buildSnapshot(input: SnapshotInput): BuiltSnapshot {
  const leaves = collectLeaves(input)
  const built = assetCodes.map((asset) => buildTree(input, leaves, houseOf(input.house, asset)))
  const { snapshotId, atMs, stripes } = input
  return {
    event: encodeSnapshotEvent({ snapshotId, atMs, stripes, trees: built.map(({ tree }) => tree) }),
    customers: leaves.records.count,
    records: withPositions(
      input.records,
      built.map((tree) => tree.positions),
    ),
    tiles: built.flatMap(({ tiles }) => tiles),
  }
}

function collectLeaves({ records: bytes, key }: SnapshotInput): Leaves {
  const records = new LiabilityRecords(bytes, readRecordBytes)
  const depth = depthFor(records.count)
  const secrets = new Uint8Array(2 ** depth * leafSecretsBytes)
  const write = leafSecretsWriter(key)
  for (let leaf = 0; leaf < 2 ** depth; leaf += 1)
    // Padding has numbers that no customer has.
    write(secrets, leaf * leafSecretsBytes, leaf < records.count ? records.customerId(leaf) : BigInt(-leaf))
  return { records, depth, secrets }
}

function buildTree(
  { key, snapshotId }: SnapshotInput,
  { records, depth, secrets }: Leaves,
  { asset, owed, openPayout }: HouseSide,
): BuiltTree {
  const index = assetCodes.findIndex((code) => code === asset)
  const tiles = emptyTiles(asset, depth)
  const builder = new SumTreeBuilder({ asset, depth }, (tile) => {
    tiles[tile.level]?.nodes.set(tile.nodes, tile.index * tileNodes * sumNodeBytes)
  })
  const maker = new LeafMaker({ asset, snapshotId })
  const positions = new Uint32Array(records.count)
  const order = leafOrder(key, asset, 2 ** depth)
  for (let position = 0; position < order.length; position += 1) {
    const leaf = order[position] ?? 0
    const start = leaf * leafSecretsBytes
    const secret = secrets.subarray(start, start + nonceOffset)
    const nonce = secrets.subarray(start + nonceOffset, start + leafSecretsBytes)
    const isCustomer = leaf < records.count
    if (isCustomer) positions[leaf] = position
    const account = isCustomer ? records.account(leaf) : ''
    const parts = isCustomer ? records.parts(leaf, index) : noAmounts
    builder.addBytes(maker.nodeBytes({ secret, nonce, account, parts }))
  }
  const { sum, hash } = builder.finish()
  const totals = sumOf(records, index)
  if (sum - totals.accrued !== owed)
    throw new Error(`the customers' balances in asset ${asset} are not the mirror of the other accounts`)
  return { tree: { asset, depth, root: hash, totals, openPayout }, positions, tiles }
}

function emptyTiles(asset: number, depth: number): TileLevel[] {
  const levels = Math.ceil(Math.log2(nodesOfLevel(depth, 0)) / Math.log2(tileNodes))
  return Array.from({ length: levels }, (_, level) => ({
    asset,
    level,
    nodes: new Uint8Array(nodesOfLevel(depth, level) * sumNodeBytes),
  }))
}

function sumOf(records: LiabilityRecords, index: number): Liability {
  const sums = [0n, 0n, 0n, 0n, 0n, 0n]
  for (let customer = 0; customer < records.count; customer += 1)
    for (let part = 0; part < sums.length; part += 1)
      sums[part] = (sums[part] ?? 0n) + records.amount(customer, index, part)
  return liabilityOf(sums)
}

function houseOf(house: readonly HouseSide[], asset: number): HouseSide {
  const found = house.find((side) => side.asset === asset)
  if (found === undefined) throw new Error(`the books have no accounts in asset ${asset}`)
  return found
}
