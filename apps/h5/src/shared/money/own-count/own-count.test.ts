import type { OutputOf, transparencyOwnLiability } from '@candor/api'
import {
  encodeSnapshotEvent,
  fromBase64,
  LeafMaker,
  leafSecrets,
  liabilityOf,
  pathOf,
  SumTreeBuilder,
  tilesOfPath,
  toBase64,
} from '@candor/proof/solvency'
import type { SumTile } from '@candor/proof/solvency'
import { expect, test } from 'vitest'
import { checkOwnLeaves, ownCount } from './own-count.ts'

type Own = OutputOf<typeof transparencyOwnLiability>

const key = new Uint8Array(32).fill(9)
const atMs = 1_763_596_800_000
const account = '20000001'
const customer = { account, createdMs: atMs - 1 }
const depth = 8
const position = 77

/** Parts with an available amount in units, and nothing else. */
function partsOf(units: bigint): Uint8Array {
  const parts = new Uint8Array(48)
  new DataView(parts.buffer).setBigUint64(0, units)
  return parts
}

/** A published snapshot with one customer, who has so many units of each asset. */
function published(usd: bigint, usdt: bigint): Own {
  const built = ([usd, usdt] as const).map((units, index) => {
    const shape = { asset: index + 1, depth }
    const maker = new LeafMaker({ asset: shape.asset, snapshotId: 3n })
    const tiles: SumTile[] = []
    const builder = new SumTreeBuilder(shape, (tile) => tiles.push(tile))
    const own = { ...leafSecrets(key, 1n), account, parts: partsOf(units) }
    for (let leaf = 0; leaf < 2 ** depth; leaf += 1)
      builder.add(
        maker.node(leaf === position ? own : { ...leafSecrets(key, BigInt(-leaf)), account: '', parts: partsOf(0n) }),
      )
    const path = pathOf(
      shape,
      position,
      tilesOfPath(depth, position).map(() => tiles[0]?.nodes ?? new Uint8Array(0)),
    )
    return {
      tree: { ...shape, root: builder.finish().hash, totals: liabilityOf([units]), openPayout: 0n },
      leaf: {
        asset: index === 0 ? ('USD' as const) : ('USDT' as const),
        leaf: toBase64(maker.bytes(own)),
        secret: toBase64(own.secret),
        position,
        path: toBase64(path),
      },
    }
  })
  const event = { snapshotId: 3n, atMs: BigInt(atMs), trees: built.map(({ tree }) => tree), stripes: [] }
  return {
    snapshot: { id: '3', atMs, event: toBase64(encodeSnapshotEvent(event)), shard: '2026h1', index: 4 },
    leaves: built.map(({ leaf }) => leaf),
  }
}

test('finds the balance of each asset in the published total', () => {
  const own = published(12_480_650_000n, 1n)
  expect(checkOwnLeaves(own, customer)).toEqual({ state: 'counted', atMs, USD: '12480.65', USDT: '0.000001' })
})

test('waits for a snapshot, and for one that is newer than the account', () => {
  expect(checkOwnLeaves({ snapshot: null, leaves: [] }, customer)).toEqual({ state: 'pending' })
  const own = published(1n, 1n)
  expect(checkOwnLeaves({ ...own, leaves: [] }, { account, createdMs: atMs })).toEqual({ state: 'pending' })
  expect(checkOwnLeaves({ ...own, leaves: [] }, customer)).toEqual({ state: 'mismatch', atMs })
})

test('is a mismatch with one asset alone, another account, other bytes and other amounts', () => {
  const own = published(5n, 7n)
  const other = published(6n, 7n)
  const mismatch = { state: 'mismatch', atMs }
  expect(checkOwnLeaves({ ...own, leaves: own.leaves.slice(0, 1) }, customer)).toEqual(mismatch)
  expect(checkOwnLeaves({ ...own, leaves: own.leaves.toReversed() }, customer).state).toBe('counted')
  expect(checkOwnLeaves(own, { ...customer, account: '20000002' })).toEqual(mismatch)
  expect(checkOwnLeaves({ ...own, leaves: other.leaves }, customer)).toEqual(mismatch)
  expect(checkOwnLeaves({ ...other, leaves: own.leaves }, customer)).toEqual(mismatch)
  expect(checkOwnLeaves({ ...own, leaves: own.leaves.map((leaf) => ({ ...leaf, leaf: '!' })) }, customer)).toEqual(
    mismatch,
  )
  const swapped = own.leaves.map((leaf) => ({
    ...leaf,
    asset: leaf.asset === 'USD' ? ('USDT' as const) : ('USD' as const),
  }))
  expect(checkOwnLeaves({ ...own, leaves: swapped }, customer)).toEqual(mismatch)
  if (own.snapshot === null) throw new Error('no snapshot')
  expect(checkOwnLeaves({ ...own, snapshot: { ...own.snapshot, event: 'AAAA' } }, customer)).toEqual(mismatch)
})

test('counts a balance only where the log of events has the total at its index', async () => {
  const own = published(12_480_650_000n, 1n)
  const asked: unknown[] = []
  const find = (found: 'present' | 'beyond' | 'other') => (entry: unknown) => {
    asked.push(entry)
    return Promise.resolve(found)
  }
  const counted = { state: 'counted', atMs, USD: '12480.65', USDT: '0.000001' }
  expect(await ownCount(own, customer, find('present'))).toEqual({ ...counted, index: 4 })
  expect(await ownCount(own, customer, find('beyond'))).toEqual({ state: 'late', atMs })
  expect(await ownCount(own, customer, find('other'))).toEqual({ state: 'unlogged', atMs })
  expect(asked).toHaveLength(3)
  expect(asked[0]).toEqual({ entry: fromBase64(own.snapshot?.event ?? ''), shard: '2026h1', index: 4 })
  // A leaf that proves nothing is not looked up.
  expect(await ownCount(own, { ...customer, account: '20000002' }, find('present'))).toMatchObject({
    state: 'mismatch',
  })
  expect(asked).toHaveLength(3)
})
