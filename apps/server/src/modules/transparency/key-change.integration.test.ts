import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { noteVerifier, openCheckpoint, parseVerifierKey } from '@candor/proof'
import { decodeEvent } from '@candor/proof/encoding'
import { followAnnouncements, handoverPath } from '@candor/proof/receipt'
import { beforeEach, expect, test } from 'vitest'
import { readGuards } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import { createLogSigner } from './log-signer.ts'
import { readAnnouncements } from './receipts-store.ts'
import { LogReader } from './testing/log-reader.ts'
import { testKey } from './testing/log-world.ts'
import type { LogWorld } from './testing/log-world.ts'
import { openOwnLog } from './testing/own-log.ts'

let world: LogWorld

beforeEach(async () => {
  world = await openOwnLog()
})

const stranger = createLogSigner(Buffer.alloc(32, 9).toString('base64url'))
const [before, after] = [testKey, Buffer.alloc(32, 8).toString('base64url')].map(createLogSigner)

async function guardOf(name: LogName) {
  const [guard] = await readGuards(world.pool, name)
  if (guard === undefined) throw new Error(`the log ${name} has no shard`)
  return guard
}

/** The number of leaves of the published checkpoint, where the key of a line signed it. */
async function sizeSignedBy(name: LogName, vkey: string): Promise<number | null> {
  const note = await readFile(join(world.folder, name, (await guardOf(name)).shard, 'checkpoint'), 'utf8')
  const opened = await openCheckpoint(note, [noteVerifier(parseVerifierKey(vkey))]).catch(() => null)
  return opened?.checkpoint.size ?? null
}

test.each(['ticks', 'events'] as const)(
  'a new key of the log %s signs once the old key of events has signed that it will',
  async (name) => {
    if (before === undefined || after === undefined) throw new Error('a signer is missing')
    await world.store(0, 9)
    await world.seal(world.ticksLog())
    await world.seal(world.eventsLog())
    const guard = await guardOf(name)
    const [oldKey, newKey] = [before.vkey(guard.origin), after.vkey(guard.origin)]
    expect(guard.vkey).toBe(oldKey)
    const ticksKey = (await guardOf('ticks')).vkey
    const rotated = { signer: after, formerSigner: before }
    const ticks = world.ticksLog(name === 'ticks' ? rotated : {})
    const events = world.eventsLog(name === 'events' ? rotated : {})
    await world.store(10, 19)
    await world.seal(ticks)
    expect(await readAnnouncements(world.pool)).toEqual([])
    // Not announced yet: the old key goes on.
    expect(await sizeSignedBy('ticks', ticksKey)).toBe(20)
    let announced = 0
    for (let round = 0; round < 3; round += 1) {
      await world.seal(events)
      announced = (await sizeSignedBy('events', before.vkey((await guardOf('events')).origin))) ?? announced
    }
    await world.seal(ticks)
    expect(await guardOf(name)).toMatchObject({ vkey: newKey })
    expect(await sizeSignedBy(name, newKey)).not.toBeNull()
    expect(await sizeSignedBy(name, oldKey)).toBeNull()
    const { shard, vkey } = await guardOf('events')
    const reader = new LogReader(join(world.folder, 'events', shard), vkey)
    const entries = (await reader.entries(await reader.checkpoint())).map(decodeEvent)
    const position = entries.findIndex(({ name: kind }) => kind === 'key')
    const entry = entries[position]
    if (entry?.name !== 'key') throw new Error('the log announces no key')
    expect(entry.event).toMatchObject({ signs: name, vkey: newKey })
    const { fromMs } = entry.event
    expect(await readAnnouncements(world.pool)).toEqual([{ log: name, vkey: newKey, fromMs, shard, index: position }])
    expect(position).toBeLessThan(announced)
    expect([ticks.stoppedBy, events.stoppedBy]).toEqual([null, null])
    // A reader who knows the key before follows by the files alone.
    const oldEvents = before.vkey((await guardOf('events')).origin)
    expect(await followed(oldEvents)).toEqual([newKey])
    expect(await followed(stranger.vkey((await guardOf('events')).origin))).toEqual([])
  },
)

const logFile = (path: string) =>
  readFile(join(world.folder, path)).then(
    (bytes) => Uint8Array.from(bytes),
    () => null,
  )

/** The announced keys to which the files of the logs lead from a key of events. */
async function followed(trusted: string): Promise<readonly string[]> {
  const found = await followAnnouncements([trusted], await readAnnouncements(world.pool), logFile)
  return found.map(({ vkey }) => vkey)
}

test('the last checkpoint of a replaced key of events is kept for good, and written again where it is lost', async () => {
  if (before === undefined || after === undefined) throw new Error('a signer is missing')
  await world.store(0, 9)
  await world.seal(world.ticksLog())
  await world.seal(world.eventsLog())
  const { shard, origin } = await guardOf('events')
  const rotated = world.eventsLog({ signer: after, formerSigner: before })
  for (let round = 0; round < 3; round += 1) await world.seal(rotated)
  const [announced] = await readAnnouncements(world.pool)
  const path = `events/${shard}/${handoverPath(announced?.index ?? -1)}`
  const note = await logFile(path)
  const { checkpoint } = await openCheckpoint(note ?? '', [noteVerifier(parseVerifierKey(before.vkey(origin)))])
  expect(checkpoint.size).toBeGreaterThan(announced?.index ?? Infinity)
  for (const lost of [path, `events/${shard}`]) {
    await rm(join(world.folder, lost), { recursive: true })
    const again = world.eventsLog({ signer: after, formerSigner: before })
    await world.seal(again)
    expect(again.stoppedBy).toBeNull()
    expect(await logFile(path)).toEqual(note)
    expect(await followed(before.vkey(origin))).toEqual([after.vkey(origin)])
  }
})

test('a key that is not announced signs nothing', async () => {
  await world.store(0, 9)
  await world.seal(world.ticksLog())
  const { size, root, shard } = await guardOf('ticks')
  const { rows } = await world.pool.query<{ outcome: string }>(
    `select transparency.advance(transparency.begin_sealing('ticks'), 'ticks', $1, $2, $3, $2, $3, 'note', 'another key')
       as outcome`,
    [shard, size, Buffer.from(root)],
  )
  expect(rows).toEqual([{ outcome: 'differs' }])
})
