import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '@candor/proof'
import { decodeEvent } from '@candor/proof/encoding'
import type { LogEvent } from '@candor/proof/encoding'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { readGuards } from '../transparency/guard-store.ts'
import { LogReader } from '../transparency/testing/log-reader.ts'
import { openLogWorld } from '../transparency/testing/log-world.ts'
import { createConductService } from './conduct-service.ts'
import { countConduct } from './conduct-watch.ts'
import { readRuleFiles, seedRules } from './rule-files.ts'
import { publishRules, readRules } from './rule-store.ts'

const database = await testDatabase()
const log = closeAfterTests(await openLogWorld(database))
const world = closeAfterTests(await openLedgerWorld(database))

/** The entry of the log of events at an index. */
async function entryAt(place: { readonly shard: string; readonly index: number } | null): Promise<LogEvent> {
  const [guard] = await readGuards(log.pool, 'events')
  if (guard === undefined || place === null) throw new Error('it is not in the log')
  const reader = new LogReader(join(log.folder, 'events', place.shard), guard.vkey)
  const entry = (await reader.entries(await reader.checkpoint()))[place.index]
  if (entry === undefined) throw new Error('the log is shorter')
  return decodeEvent(entry)
}

describe('the published rules', () => {
  test('are in the log by name, version and the hash of their text', async () => {
    await seedRules(world.owner)
    await seedRules(world.owner)
    expect((await readRules(world.app)).map(({ name, log: place }) => [name, place])).toEqual([
      ['correction', null],
      ['outage', null],
      ['retention', null],
    ])
    await log.seal(log.eventsLog())
    for (const rule of await readRules(world.app)) {
      const { name, event } = await entryAt(rule.log)
      if (name !== 'rule') throw new Error(`the log has a ${name}`)
      expect({ ...event, textHash: toHex(event.textHash) }).toEqual({
        name: rule.name,
        version: 1,
        textHash: rule.textHash,
      })
      expect(toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rule.text))))).toBe(
        rule.textHash,
      )
    }
  })

  test('keep every version: a changed text needs a new one', async () => {
    const [first] = readRuleFiles()
    if (first === undefined) throw new Error('there are no rules')
    const changed = { ...first, body: `${first.body} Or not.` }
    await expect(publishRules(world.owner, [changed])).rejects.toThrow('give a new text a new version')
    await publishRules(world.owner, [{ ...changed, version: 2 }])
    const versions = (await readRules(world.app)).filter(({ name }) => name === first.name)
    expect(versions.map(({ version, text }) => [version, text])).toEqual([
      [2, changed.body],
      [1, first.body],
    ])
    await expect(world.owner.query('update conduct.rule set body = body')).rejects.toThrow('refused')
    await expect(world.app.query('delete from conduct.rule')).rejects.toThrow('denied')
  })

  test('come from files that are named by rule and version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rules-'))
    await writeFile(join(folder, 'outage.12.txt'), ' A text. \n')
    expect(readRuleFiles(folder)).toEqual([{ name: 'outage', version: 12, body: 'A text.' }])
    await writeFile(join(folder, 'outage.md'), '')
    expect(() => readRuleFiles(folder)).toThrow('outage.md is no text of a rule')
    await rm(folder, { recursive: true })
  })
})

test('the totals of a whole day are in the log as they are counted', async () => {
  const customerId = await world.openNextCustomer()
  const termsId = await world.offer({ instrumentId: 1, durationSlots: 4 })
  await world.publish()
  const order = { customerId, termsId, durationSlots: 4 }
  await world.place([
    { ...order, requestId: randomUUID(), stakeUnits: 10_000_000n, direction: 'up' },
    { ...order, requestId: randomUUID(), stakeUnits: 20_000_000n, direction: 'down' },
  ])
  await world.publishThrough(world.slot + 3)
  await world.publishThrough(world.slot + 5, { 1: { price: 101n } })
  await world.settleAll()
  await countConduct(world.app)
  const day = Math.floor(world.slot / 172_800) + 20_458
  await log.seal(log.eventsLog())
  await world.moveTo(world.slot + 2 * 172_800)
  await countConduct(world.app)
  await log.seal(log.eventsLog())
  const { newestDay } = await createConductService({ pool: world.app, clock: manualClock(0) }).odds()
  const empty = { groups: [], voids: [] }
  const customers = [30, 90].map((days) => ({ days, customers: 1, lost: 1 }))
  expect((await entryAt(newestDay)).event).toEqual({ day: day + 1, ...empty, customers })
  const before = { shard: newestDay?.shard ?? '', index: (newestDay?.index ?? 0) - 1 }
  expect((await entryAt(before)).event).toEqual({
    day,
    groups: [
      {
        stakeFrom: 10_000_000n,
        durationSlots: 4,
        won: 1,
        lost: 1,
        tied: 0,
        voided: 0,
        staked: 30_000_000n,
        fees: 150_000n,
        profits: 25_500_000n,
        // 8.50 less the fee of 0.05 for up, and the stake of 20 with its fee of 0.10 for down.
        net: 8_450_000n - 20_100_000n,
      },
    ],
    voids: [],
    customers,
  })
})
