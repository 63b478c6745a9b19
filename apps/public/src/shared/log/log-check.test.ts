import { signedLog } from '@candor/proof/testing/signed-log'
import { expect, test } from 'vitest'
import { checkShard } from './log-check.ts'

const entries = [0, 1, 2, 3, 4, 5, 6].map((number) => Uint8Array.of(number))

/** The files of a log with these entries, and its key. */
const logOf = (logged: readonly Uint8Array[], seed = 7) => signedLog('ticks', logged, { seed })

test('a log that only grows extends what this browser saw, and is remembered with each visit', async () => {
  const early = await logOf(entries.slice(0, 3))
  const first = await checkShard(early.listed, null, { read: early.read, nowMs: 5 })
  expect(first).toMatchObject({ state: 'first', head: { size: 3, vkey: early.listed.vkey, seenMs: 5 } })
  expect((await checkShard(early.listed, first.head, { read: early.read, nowMs: 6 })).state).toBe('same')
  const late = await logOf(entries)
  expect((await checkShard(late.listed, first.head, { read: late.read, nowMs: 7 })).state).toBe('extends')
})

test('a log that was changed, cut off or signed by another key is none of these', async () => {
  const honest = await logOf(entries.slice(0, 5))
  const { head } = await checkShard(honest.listed, null, { read: honest.read, nowMs: 5 })
  const check = async (logged: readonly Uint8Array[], seed = 7) => {
    const log = await logOf(logged, seed)
    return (await checkShard(log.listed, head, { read: log.read, nowMs: 6 })).state
  }
  expect(await check(entries.with(2, Uint8Array.of(9)))).toBe('differs')
  expect(await check(entries.slice(0, 5).with(2, Uint8Array.of(9)))).toBe('differs')
  expect(await check(entries.slice(0, 4))).toBe('differs')
  expect(await check(entries, 8)).toBe('new-key')
})

test('a checkpoint that does not follow from the key, or tiles that do not lead to its root, are refused', async () => {
  const { listed, read, tile } = await logOf(entries)
  const other = await logOf(entries, 8)
  expect((await checkShard(other.listed, null, { read, nowMs: 5 })).state).toBe('refused')
  const forged = await logOf(entries.with(6, Uint8Array.of(9)))
  const mixed = (path: string) => (path === tile ? forged.read(path) : read(path))
  expect(await checkShard(listed, null, { read: mixed, nowMs: 5 })).toMatchObject({
    state: 'refused',
    head: null,
  })
})
