import { expect, test } from 'vitest'
import { findInEventsLog } from './index.ts'
import { shard, signedLog } from './testing/signed-log.ts'

const entries = [0, 1, 2, 3, 4].map((number) => Uint8Array.of(number))

/** The shards as the operation lists them, and the files of a log with these entries. */
async function logOf(logged: readonly Uint8Array[], origin?: string) {
  const { listed, ...log } = await signedLog('events', logged, origin === undefined ? {} : { origin })
  return { shards: { shards: [listed] }, ...log }
}

const wanted = { entry: Uint8Array.of(3), shard, index: 3 }

test('finds an entry where the signed log has it, and says how far the log is', async () => {
  const { shards, read } = await logOf(entries)
  expect(await findInEventsLog(wanted, shards, read)).toBe('present')
  expect(await findInEventsLog({ ...wanted, index: 2 }, shards, read)).toBe('other')
  expect(await findInEventsLog({ ...wanted, index: 5 }, shards, read)).toBe('beyond')
  expect(await findInEventsLog({ ...wanted, shard: '2027h1' }, shards, read)).toBe('other')
})

test('trusts neither tiles nor checkpoints that do not follow from the key', async () => {
  const { shards, read, files, tile } = await logOf(entries)
  const forged = await logOf(entries.with(3, Uint8Array.of(9)))
  const mixed = (path: string) => (path === tile ? forged.read(path) : read(path))
  expect(await findInEventsLog({ ...wanted, entry: Uint8Array.of(9) }, shards, mixed)).toBe('other')
  const other = await logOf(entries, 'candor.example/events/2026h1')
  expect(await findInEventsLog(wanted, other.shards, read)).toBe('other')
  files.delete(tile)
  await expect(findInEventsLog(wanted, shards, read)).rejects.toThrow('there is no')
})
