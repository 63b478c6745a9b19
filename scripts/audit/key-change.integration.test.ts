import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { handoverPath } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import { beforeEach, describe, expect, test } from 'vitest'
import { readGuards } from '../../apps/server/src/modules/transparency/guard-store.ts'
import { createLogSigner } from '../../apps/server/src/modules/transparency/log-signer.ts'
import { readAnnouncements } from '../../apps/server/src/modules/transparency/receipts-store.ts'
import { testKey } from '../../apps/server/src/modules/transparency/testing/log-world.ts'
import { closeAfterTest, openTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { followLog } from '../verify/follow-log.ts'
import { openFolder } from './folder-source.ts'
import { auditFolder, openAuditWorld } from './testing/audit-world.ts'
import type { AuditWorld } from './testing/audit-world.ts'

const before = createLogSigner(testKey)
const after = createLogSigner(Buffer.alloc(32, 8).toString('base64url'))
const stranger = createLogSigner(Buffer.alloc(32, 9).toString('base64url'))
const origins = { ticks: 'log.test/ticks/2026h1', events: 'log.test/events/2026h1' } as const

let world: AuditWorld

beforeEach(async () => {
  const database = closeAfterTest(await openTestDatabase())
  world = closeAfterTest(await openAuditWorld(database))
  await world.price(100_040)
  await world.seal()
})

/** Replaces the key of both logs, and seals until both are signed by the new one. */
async function rotate(): Promise<void> {
  await world.price(world.ledger.slot + 20)
  const keys = { signer: after, formerSigner: before }
  const [ticks, events] = [world.logs.ticksLog(keys), world.logs.eventsLog(keys)]
  for (const log of [ticks, events, events, ticks, events, events]) await world.logs.seal(log)
  for (const name of ['ticks', 'events'] as const) {
    const [guard] = await readGuards(world.logs.pool, name)
    expect(guard?.vkey).toBe(after.vkey(origins[name]))
  }
}

const audit = () => auditFolder(world.folder, join(world.folder, 'state'))
const handoverOf = async () => {
  const announced = (await readAnnouncements(world.logs.pool)).find(({ log }) => log === 'events')
  return join(world.folder, 'events/2026h1', handoverPath(announced?.index ?? -1))
}

describe('npm run audit, after both logs have changed their keys', () => {
  test('follows from the keys of its last run, and says so', async () => {
    const first = await audit()
    expect(first.text).toContain(`${before.vkey(origins.ticks)} (taken from the log itself)`)
    expect((await audit()).text).toContain(`${before.vkey(origins.events)} (known)`)
    await rotate()
    const { code, text } = await audit()
    for (const origin of Object.values(origins))
      expect(text).toContain(`${after.vkey(origin)} (announced under a known key)`)
    expect(text).not.toContain('was taken from the log itself')
    expect(code).toBe(0)
    expect((await audit()).text).toContain(`${after.vkey(origins.events)} (known)`)
  })

  test('refuses the new ones where the key before has not signed that they follow', async () => {
    await audit()
    await rotate()
    const handover = await handoverOf()
    const note = await readFile(handover)
    await rm(handover)
    const { code, text } = await audit()
    expect(text).toContain('The checkpoint of events/2026h1 is signed by no key that is known or announced.')
    expect(text).toContain('The checkpoint of ticks/2026h1 is signed by no key that is known or announced.')
    expect(code).toBe(1)
    // A failure replaces no key that is remembered.
    await writeFile(handover, note)
    expect((await audit()).text).toContain(`${after.vkey(origins.ticks)} (announced under a known key)`)
  })
})

describe('npm run verify, with the log of a server', () => {
  const trust = (signer = before): Trusted => ({
    ticks: [signer.vkey(origins.ticks)],
    events: [signer.vkey(origins.events)],
    acceptance: [],
  })
  /** The log as a server shows it, which names another key than its own where `shown` is one. */
  const follow = async (trusted: Trusted, shown = after) => {
    const guards = await readGuards(world.logs.pool, 'events')
    const shards = guards.map(({ note, vkey: _vkey, root: _root, ...guard }) => ({
      log: 'events',
      vkey: shown.vkey(guard.origin),
      checkpoint: note,
      ...guard,
    }))
    const announced = await readAnnouncements(world.logs.pool)
    return followLog(trusted, { ...openFolder(world.folder), call: () => Promise.resolve({ shards, announced }) })
  }

  test('goes on from the trusted keys to those that the log announces, and to no others', async () => {
    await rotate()
    const { trusted, announced, refused } = await follow(trust())
    expect(trusted.ticks).toEqual([before, after].map((key) => key.vkey(origins.ticks)))
    expect(trusted.events).toEqual([before, after].map((key) => key.vkey(origins.events)))
    expect({ announced: announced.length, refused }).toEqual({ announced: 2, refused: [] })
    expect((await follow(trust(), stranger)).refused).toEqual([stranger.vkey(origins.events)])
    const none = await follow(trust(stranger))
    expect(none.trusted.events).toEqual([stranger.vkey(origins.events)])
    expect(none.refused).toHaveLength(2)
    await rm(await handoverOf())
    expect((await follow(trust())).trusted.events).toEqual([before.vkey(origins.events)])
  })
})
