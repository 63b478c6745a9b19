import { bundlePath, serialiseBundle } from '@candor/proof'
import { frameEntry, frameRecord, missingEntry, recordsRootOf, serialiseRecordFile } from '@candor/proof/encoding'
import { signedLog } from '@candor/proof/testing/signed-log'
import { expect, test } from 'vitest'
import { checkFrames } from './frames-check.ts'

const firstSlot = 1_000
const missingAt = [4, 9]

/** The records of two instruments; the second one begins an epoch at the leaf 12. */
function recordsAt(leaf: number): Uint8Array[] {
  return [1, 2].map((instrumentId) =>
    frameRecord.encode({
      instrumentId,
      price: 100n,
      ageMs: 5,
      state: 'open',
      sourceKind: 0,
      epoch: instrumentId === 2 && leaf >= 12 ? 8 : 7,
      priceSum: 100n * BigInt(leaf),
      openCount: leaf,
      sources: 1,
    }),
  )
}

function entryAt(leaf: number): Uint8Array {
  const slot = firstSlot + leaf
  if (missingAt.includes(leaf)) return missingEntry.encode({ slot })
  const noTicks = new Uint8Array(32)
  const recordsRoot = recordsRootOf(recordsAt(leaf))
  return frameEntry.encode({ slot, publishedMs: 5, instrumentCount: 2, recordsRoot, ticksDigest: noTicks })
}

const leaves = Array.from({ length: 20 }, (_, leaf) => leaf)

/** A log of prices with its files; entries and records may be served differently from what was signed. */
async function openLog(served = leaves.map(entryAt), records = leaves.map(recordsAt)) {
  const { listed, files, read } = await signedLog('ticks', leaves.map(entryAt))
  const path = bundlePath({ index: 0, width: leaves.length })
  const folder = `/log/ticks/${listed.shard}`
  files.set(`${folder}/${path}`, serialiseBundle(served))
  const held = records.map((each, leaf) => (missingAt.includes(leaf) ? null : each))
  files.set(`${folder}/${path.replace('tile/entries', 'records')}`, serialiseRecordFile(held))
  return { shard: { ...listed, firstSlot }, read }
}

const options = { nowMs: () => 77 }

test('finds the slots without a frame and where an epoch begins, in entries that lead to the signed root', async () => {
  const { shard, read } = await openLog()
  expect(await checkFrames(shard, 1_000, { ...options, read })).toEqual({
    fromSlot: 1_000,
    toSlot: 1_019,
    missing: [1_004, 1_009],
    epochs: [{ slot: 1_012, instruments: [2] }],
    instrumentCount: 2,
    checkedMs: 77,
  })
})

test('reads no more than the slots that are asked for', async () => {
  const { shard, read } = await openLog()
  const shares: number[] = []
  const onProgress = (share: number) => shares.push(share)
  expect(await checkFrames(shard, 6, { ...options, read, onProgress })).toMatchObject({
    fromSlot: 1_014,
    missing: [],
    epochs: [],
  })
  expect(shares).toEqual([1])
})

test('refuses entries, records and slots that are not what was signed', async () => {
  const wrong = { code: 'wrong-data' }
  const filled = await openLog(leaves.map((leaf) => (leaf === 4 ? missingEntry.encode({ slot: 1 }) : entryAt(leaf))))
  await expect(checkFrames(filled.shard, 20, { ...options, read: filled.read })).rejects.toMatchObject(wrong)
  const moved = await openLog(
    undefined,
    leaves.map((leaf) => recordsAt(leaf === 19 ? 1 : leaf)),
  )
  await expect(checkFrames(moved.shard, 20, { ...options, read: moved.read })).rejects.toMatchObject(wrong)
  const { shard, read } = await openLog()
  await expect(checkFrames({ ...shard, firstSlot: 999 }, 20, { ...options, read })).rejects.toMatchObject(wrong)
})

test('begins again where a partial file was replaced meanwhile, and gives up in the end', async () => {
  const { shard, read } = await openLog()
  let failures = 1
  const sometimes = (path: string) =>
    path.includes('entries') && failures-- > 0 ? Promise.reject(new Error('replaced')) : read(path)
  expect((await checkFrames(shard, 20, { ...options, read: sometimes })).toSlot).toBe(1_019)
  const never = () => Promise.reject(new Error('no network'))
  await expect(checkFrames(shard, 20, { ...options, read: never })).rejects.toThrow('no network')
})
