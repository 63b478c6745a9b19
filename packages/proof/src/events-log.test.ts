import {
  findInEventsLog,
  formatVerifierKey,
  leafHash,
  noteSigner,
  serialiseTile,
  signCheckpoint,
  signerKey,
  signWith,
  treeRoot,
  utf8Bytes,
} from './index.ts'
import { expect, test } from 'vitest'

const shard = '2026h2'
const origin = `candor.example/events/${shard}`
const entries = [0, 1, 2, 3, 4].map((number) => Uint8Array.of(number))

/** The shards as the operation lists them, and the files of a log with these entries. */
async function logOf(logged: readonly Uint8Array[], name = origin) {
  const signer = await signerKey({ name, type: 'ed25519', seed: new Uint8Array(32).fill(7) })
  const hashes = logged.map(leafHash)
  const checkpoint = { origin: name, size: hashes.length, root: treeRoot(hashes), extensions: [] }
  const files = new Map<string, Uint8Array>([
    [
      `/log/events/${shard}/checkpoint`,
      utf8Bytes(await signCheckpoint(checkpoint, [noteSigner(signer.key, signWith(signer))])),
    ],
    [`/log/events/${shard}/tile/0/000.p/${hashes.length}`, serialiseTile(hashes)],
  ])
  const vkey = formatVerifierKey(signer.key)
  const listed = {
    log: 'events' as const,
    shard,
    origin: name,
    vkey,
    firstSlot: null,
    size: 5,
    checkpoint: null,
    signedMs: 1,
  }
  const read = (path: string) => {
    const file = files.get(path)
    return file === undefined ? Promise.reject(new Error(`there is no ${path}`)) : Promise.resolve(file)
  }
  return { shards: { shards: [listed], acceptanceVkey: null, announced: [] }, files, read }
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
  const { shards, read, files } = await logOf(entries)
  const forged = await logOf(entries.with(3, Uint8Array.of(9)))
  const tile = [...forged.files.keys()].at(-1) ?? ''
  const mixed = (path: string) => (path === tile ? forged.read(path) : read(path))
  expect(await findInEventsLog({ ...wanted, entry: Uint8Array.of(9) }, shards, mixed)).toBe('other')
  const other = await logOf(entries, 'candor.example/events/2026h1')
  expect(await findInEventsLog(wanted, other.shards, read)).toBe('other')
  files.delete(tile)
  await expect(findInEventsLog(wanted, shards, read)).rejects.toThrow('there is no')
})
