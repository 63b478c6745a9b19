import { EventsLog, eventsHost, eventsKey, eventsVkey } from '@candor/proof/testing/events-log'
import type { KeyName } from '@candor/proof/testing/events-log'
import { inFolder, logFiles, signedLog } from '@candor/proof/testing/signed-log'
import { expect, test } from 'vitest'
import { followKeys } from './follow-keys.ts'
import { checkShard } from './log-check.ts'
import type { LeadsTo } from './log-check.ts'

const entries = [0, 1, 2, 3, 4, 5, 6].map((number) => Uint8Array.of(number))

/** The files of a log with these entries, and its key. */
async function logOf(logged: readonly Uint8Array[], seed = 7) {
  const { listed, ...log } = await signedLog('ticks', logged, { seed })
  return { ...log, listed: { ...listed, origin: 'candor.example/ticks/2026h2' } }
}

type Read = (path: string) => Promise<Uint8Array>
const by = (read: Read, nowMs: number, leadsTo: LeadsTo = () => Promise.resolve(false)) => ({ read, nowMs, leadsTo })

test('a log that only grows extends what this browser saw, and is remembered with each visit', async () => {
  const early = await logOf(entries.slice(0, 3))
  const first = await checkShard(early.listed, null, by(early.read, 5))
  expect(first).toMatchObject({ state: 'first', head: { size: 3, vkey: early.listed.vkey, seenMs: 5 } })
  expect((await checkShard(early.listed, first.head, by(early.read, 6))).state).toBe('same')
  const late = await logOf(entries)
  expect((await checkShard(late.listed, first.head, by(late.read, 7))).state).toBe('extends')
})

test('a log that was changed, cut off or signed by another key is none of these', async () => {
  const honest = await logOf(entries.slice(0, 5))
  const { head } = await checkShard(honest.listed, null, by(honest.read, 5))
  const check = async (logged: readonly Uint8Array[], seed = 7) => {
    const log = await logOf(logged, seed)
    return (await checkShard(log.listed, head, by(log.read, 6))).state
  }
  expect(await check(entries.with(2, Uint8Array.of(9)))).toBe('differs')
  expect(await check(entries.slice(0, 5).with(2, Uint8Array.of(9)))).toBe('differs')
  expect(await check(entries.slice(0, 4))).toBe('differs')
  expect(await check(entries, 8)).toBe('new-key')
})

test('a key that the log of events announces under a seen key is followed, and the log still has to extend', async () => {
  const origin = `${eventsHost}/ticks/2026h2`
  const ticksBy = async (name: KeyName, logged: readonly Uint8Array[]) => {
    const files = inFolder('/log/ticks/2026h2', await logFiles(await eventsKey(name, origin), logged))
    const read: Read = (path) => {
      const file = files.get(path)
      return file === undefined ? Promise.reject(new Error(`there is no ${path}`)) : Promise.resolve(file)
    }
    return {
      read,
      listed: { log: 'ticks' as const, shard: '2026h2', origin, vkey: await eventsVkey(name, '2026h2', 'ticks') },
    }
  }
  const early = await ticksBy('first', entries.slice(0, 4))
  const { head } = await checkShard(early.listed, null, by(early.read, 5))
  const late = await ticksBy('second', entries)
  const log = await new EventsLog().append(Uint8Array.of(16)).announce('ticks', late.listed.vkey).sign('first')
  const find = (path: string) => Promise.resolve(log.files.get(path.replace('/log/', '')) ?? null)
  const follow = async (events: readonly string[]) => followKeys({ events, announced: log.announced, find })
  const seen = await follow([await eventsVkey('first')])
  expect(await checkShard(late.listed, head, by(late.read, 6, seen))).toMatchObject({
    state: 'followed',
    head: { vkey: late.listed.vkey, size: 7 },
  })
  expect((await checkShard(late.listed, head, by(late.read, 6, await follow([])))).state).toBe('new-key')
  const other = await ticksBy('third', entries)
  expect((await checkShard(other.listed, head, by(other.read, 6, seen))).state).toBe('new-key')
  const changed = await ticksBy('second', entries.with(1, Uint8Array.of(9)))
  expect((await checkShard(changed.listed, head, by(changed.read, 6, seen))).state).toBe('differs')
})

test('a checkpoint that does not follow from the key, or tiles that do not lead to its root, are refused', async () => {
  const { listed, read, tile } = await logOf(entries)
  const other = await logOf(entries, 8)
  expect((await checkShard(other.listed, null, by(read, 5))).state).toBe('refused')
  const forged = await logOf(entries.with(6, Uint8Array.of(9)))
  const mixed = (path: string) => (path === tile ? forged.read(path) : read(path))
  expect(await checkShard(listed, null, by(mixed, 5))).toMatchObject({
    state: 'refused',
    head: null,
  })
})
