import {
  formatVerifierKey,
  leafHash,
  noteSigner,
  serialiseTile,
  signCheckpoint,
  signerKey,
  signWith,
  treeRoot,
  utf8Bytes,
} from '@candor/proof'
import { expect, test } from 'vitest'
import { checkShard } from './log-check.ts'

const shard = '2026h2'
const origin = `candor.example/ticks/${shard}`
const listed = { log: 'ticks' as const, shard }
const entries = [0, 1, 2, 3, 4, 5, 6].map((number) => Uint8Array.of(number))

/** The files of a log with these entries, and its key. */
async function logOf(logged: readonly Uint8Array[], seed = 7) {
  const signer = await signerKey({ name: origin, type: 'ed25519', seed: new Uint8Array(32).fill(seed) })
  const hashes = logged.map(leafHash)
  const checkpoint = { origin, size: hashes.length, root: treeRoot(hashes), extensions: [] }
  const files = new Map<string, Uint8Array>([
    [
      `/log/ticks/${shard}/checkpoint`,
      utf8Bytes(await signCheckpoint(checkpoint, [noteSigner(signer.key, signWith(signer))])),
    ],
    [`/log/ticks/${shard}/tile/0/000.p/${hashes.length}`, serialiseTile(hashes)],
  ])
  const read = (path: string) => {
    const file = files.get(path)
    return file === undefined ? Promise.reject(new Error(`there is no ${path}`)) : Promise.resolve(file)
  }
  return { vkey: formatVerifierKey(signer.key), read, files }
}

test('a log that only grows extends what this browser saw, and is remembered with each visit', async () => {
  const early = await logOf(entries.slice(0, 3))
  const first = await checkShard({ ...listed, vkey: early.vkey }, null, { read: early.read, nowMs: 5 })
  expect(first).toMatchObject({ state: 'first', head: { size: 3, vkey: early.vkey, seenMs: 5 } })
  expect((await checkShard({ ...listed, vkey: early.vkey }, first.head, { read: early.read, nowMs: 6 })).state).toBe(
    'same',
  )
  const late = await logOf(entries)
  expect((await checkShard({ ...listed, vkey: late.vkey }, first.head, { read: late.read, nowMs: 7 })).state).toBe(
    'extends',
  )
})

test('a log that was changed, cut off or signed by another key is none of these', async () => {
  const honest = await logOf(entries.slice(0, 5))
  const { head } = await checkShard({ ...listed, vkey: honest.vkey }, null, { read: honest.read, nowMs: 5 })
  const check = async (logged: readonly Uint8Array[], seed = 7) => {
    const log = await logOf(logged, seed)
    return (await checkShard({ ...listed, vkey: log.vkey }, head, { read: log.read, nowMs: 6 })).state
  }
  expect(await check(entries.with(2, Uint8Array.of(9)))).toBe('differs')
  expect(await check(entries.slice(0, 5).with(2, Uint8Array.of(9)))).toBe('differs')
  expect(await check(entries.slice(0, 4))).toBe('differs')
  expect(await check(entries, 8)).toBe('new-key')
})

test('a checkpoint that does not follow from the key, or tiles that do not lead to its root, are refused', async () => {
  const { vkey, read, files } = await logOf(entries)
  const other = await logOf(entries, 8)
  expect((await checkShard({ ...listed, vkey: other.vkey }, null, { read, nowMs: 5 })).state).toBe('refused')
  const tile = [...files.keys()].at(-1) ?? ''
  const forged = await logOf(entries.with(6, Uint8Array.of(9)))
  const mixed = (path: string) => (path === tile ? forged.read(path) : read(path))
  expect(await checkShard({ ...listed, vkey }, null, { read: mixed, nowMs: 5 })).toMatchObject({
    state: 'refused',
    head: null,
  })
})
