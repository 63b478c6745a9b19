import { formatVerifierKey, parsePolicy } from '@candor/proof'
import { beforeEach, describe, expect, test } from 'vitest'
import { readGuards } from './guard-store.ts'
import { newestCosigned } from './index.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openOwnLog } from './testing/own-log.ts'
import { cosign, witnessKey } from './testing/test-witness.ts'
import { keepCosignature, listWitnesses, readCosigned, readCosignedHeads, readWitnesses } from './witness-store.ts'

let world: LogWorld

beforeEach(async () => {
  world = await openOwnLog()
})

const vkeys = await Promise.all([1, 2, 3].map(async (byte) => formatVerifierKey((await witnessKey(byte)).key)))
const witnessLines = vkeys.map((vkey, index) => `witness w${index + 1} ${vkey}\n`).join('')
const quorumOf = (count: number | string) => `${witnessLines}group all-three ${count} w1 w2 w3\nquorum all-three\n`
const shard = '2026h1'

/** Seals ten more slots, and has witnesses cosign the checkpoint. */
async function grow(until: number, ...witnesses: number[]): Promise<void> {
  await world.store(until - 10, until - 1)
  await world.seal(world.ticksLog())
  const [guard] = await readGuards(world.pool, 'ticks')
  if (guard === undefined || guard.note === null) throw new Error('nothing is signed')
  expect(guard.size).toBe(until)
  for (const byte of witnesses)
    await keepCosignature(world.pool, {
      log: 'ticks',
      shard,
      size: guard.size,
      note: guard.note,
      ...(await cosign(byte, guard.note)),
    })
}

const newest = (policy: string | undefined, leastSize = 0) =>
  newestCosigned(world.pool, {
    log: 'ticks',
    shard,
    leastSize,
    ...(policy === undefined ? {} : { policy: parsePolicy(policy) }),
  })

describe('the newest cosigned checkpoint', () => {
  test('is the newest that the policy accepts, not one with too few cosignatures', async () => {
    await grow(10, 1, 2)
    await grow(20, 1)
    await grow(30)
    expect(await newest(quorumOf('any'))).toMatchObject({ size: 20 })
    expect(await newest(quorumOf(2))).toMatchObject({ size: 10 })
    expect(await newest(quorumOf('all'))).toBeNull()
    expect(await newest(quorumOf(2), 11)).toBeNull()
    expect(await newest(quorumOf('any'), 20)).toMatchObject({ size: 20 })
  })

  test('follows the policy of the operator, and is none without one', async () => {
    await grow(10, 1)
    expect(await newest(undefined)).toBeNull()
    await listWitnesses(world.pool, [], quorumOf('any'))
    expect((await newest(undefined))?.note).toContain('— w1.test/witness ')
    await listWitnesses(world.pool, [], quorumOf(2))
    expect(await newest(undefined)).toBeNull()
  })

  test('passes over a stored cosignature that does not verify', async () => {
    await grow(10, 1)
    await grow(20)
    const [guard] = await readGuards(world.pool, 'ticks')
    const wrong = await cosign(1, guard?.note?.replace('\n20\n', '\n21\n') ?? '')
    await keepCosignature(world.pool, { log: 'ticks', shard, size: 20, note: guard?.note ?? '', ...wrong })
    // The checkpoint of ten leaves was outdone by the false cosignature: nothing is accepted rather than that.
    expect(await newest(quorumOf('any'))).toBeNull()
  })

  test('outlives its witness: what a larger one has not is kept, the rest is removed', async () => {
    await grow(10, 1, 2)
    await grow(20, 2)
    await grow(30, 1)
    await grow(40, 1, 3)
    const kept = await readCosigned(world.pool, { log: 'ticks', shard, leastSize: 0 })
    expect(kept.map(({ size, lines }) => [size, lines.length])).toEqual([
      [40, 2],
      [20, 1],
      [10, 2],
    ])
    const heads = await readCosignedHeads(world.pool)
    expect(
      heads.map(({ vkey, size }) => [vkeys.indexOf(vkey) + 1, size]).toSorted(([a = 0], [b = 0]) => a - b),
    ).toEqual([
      [1, 40],
      [2, 20],
      [3, 40],
    ])
  })
})

test('a witness that is listed no more keeps its cosignatures, and can be listed again', async () => {
  const witness = (index: number) => ({
    vkey: vkeys[index] ?? '',
    name: `w${index + 1}`,
    place: 'elsewhere' as const,
    isIndependent: true,
  })
  await listWitnesses(world.pool, [witness(0), witness(1)], '')
  await grow(10, 1)
  await listWitnesses(world.pool, [{ ...witness(1), name: 'other' }], '')
  expect(await readWitnesses(world.pool)).toEqual([{ ...witness(1), name: 'other' }])
  expect(await readCosignedHeads(world.pool)).toHaveLength(1)
  await listWitnesses(world.pool, [witness(0)], '')
  expect(await readWitnesses(world.pool)).toEqual([witness(0)])
  await expect(
    listWitnesses(world.pool, [{ ...witness(2), place: 'own', isIndependent: true }], ''),
  ).rejects.toMatchObject({ constraint: 'own_is_not_independent' })
})
