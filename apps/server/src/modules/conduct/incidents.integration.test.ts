import { randomUUID } from 'node:crypto'
import { slotMs } from '@candor/formulas'
import { amount } from '@candor/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { corrections, proposeCorrection } from '../correction/correction-store.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { decideProposal } from '../operator/index.ts'
import { addOperator, logInOperator } from '../operator/testing/operators.ts'
import { openLogWorld } from '../transparency/testing/log-world.ts'
import { confirmAct } from '../verifier/testing/confirm.ts'
import { watchIncidents } from './conduct-store.ts'
import { countConduct } from './conduct-watch.ts'
import { readIncidents } from './incident-store.ts'

const database = await testDatabase()
const log = closeAfterTests(await openLogWorld(database))
const world = closeAfterTests(await openLedgerWorld(database))
// Long enough that the log of this test, which seals on demand, is not late by accident.
await world.owner.query('update conduct.setting set outage_slots = 20, stale_slots = 30, log_late_ms = 3600000')

const startOf = (slot: number): number => genesisMs + slot * slotMs
const newest = async () => (await readIncidents(world.app)).items[0]
const total = async (): Promise<number> => (await readIncidents(world.app)).total

beforeEach(async () => {
  await world.publish()
  await watchIncidents(world.app)
})

describe('times without prices', () => {
  test('begin after the setting of slots and end with the next frame', async () => {
    const before = await total()
    const startSlot = world.slot
    await world.moveTo(startSlot + 19)
    await watchIncidents(world.app)
    expect(await total()).toBe(before)
    await world.moveTo(startSlot + 40)
    await watchIncidents(world.app)
    const incident = { kind: 'no-prices', subject: null, startedMs: startOf(startSlot) }
    expect(await newest()).toMatchObject({ ...incident, endedMs: null })
    await world.publish()
    await watchIncidents(world.app)
    await watchIncidents(world.app)
    expect(await newest()).toMatchObject({ ...incident, endedMs: startOf(startSlot + 40) })
    expect(await total()).toBe(before + 1)
  })

  test('are found afterwards where no watch ran, and short gaps are none', async () => {
    const before = await total()
    const startSlot = world.slot
    await world.moveTo(startSlot + 25)
    await world.publish()
    await world.moveTo(world.slot + 15)
    await world.publish()
    await watchIncidents(world.app)
    expect(await total()).toBe(before + 1)
    expect(await newest()).toMatchObject({ startedMs: startOf(startSlot), endedMs: startOf(startSlot + 25) })
  })
})

describe('an instrument without a usable price', () => {
  test('is an incident of its own until its state changes', async () => {
    const startSlot = world.slot
    await world.publishThrough(startSlot + 20, { 2: { price: 100n, state: 2 } })
    const before = await total()
    await watchIncidents(world.app)
    expect(await total()).toBe(before)
    await world.publishThrough(startSlot + 40, { 2: { price: 100n, state: 2 } })
    await watchIncidents(world.app)
    expect(await newest()).toMatchObject({ kind: 'stale', subject: 'TEST2', endedMs: null })
    await world.publish()
    await watchIncidents(world.app)
    expect(await newest()).toMatchObject({ kind: 'stale', subject: 'TEST2', endedMs: startOf(world.slot - 1) })
    expect(await total()).toBe(before + 1)
  })

  test('is none where a frame between was open', async () => {
    const before = await total()
    await world.publishThrough(world.slot + 20, { 2: { price: 100n, state: 2 } })
    await world.publish()
    await world.publishThrough(world.slot + 20, { 2: { price: 100n, state: 2 } })
    await watchIncidents(world.app)
    expect(await total()).toBe(before)
    await world.publish()
  })
})

test('a time without prices has the contracts beside it that were void by it, with what the house gained', async () => {
  const customerId = await world.openNextCustomer()
  const windows = { entryWindowSlots: 10, exitWindowSlots: 10 }
  const termsId = await world.offer({ instrumentId: 1, durationSlots: 60, ...windows })
  await world.publish()
  const order = { customerId, termsId, durationSlots: 60 }
  const place = (stakeUnits: bigint, direction: 'up' | 'down') =>
    world.place([{ ...order, requestId: randomUUID(), stakeUnits, direction }])
  await place(10_000_000n, 'up')
  // Through all entry prices, and up to the exit window.
  const entrySlot = world.slot
  await world.publishThrough(entrySlot + 30)
  await place(20_000_000n, 'down')
  await world.publishThrough(entrySlot + 49)
  // No exit price for the first, while the second has both.
  const startSlot = world.slot
  await world.moveTo(startSlot + 25)
  await world.publish({ 1: { price: 120n } })
  await world.publishThrough(world.slot + 40, { 1: { price: 120n } })
  await world.settleAll()
  await watchIncidents(world.app)
  expect(await newest()).toMatchObject({ kind: 'no-prices', voids: { contracts: 0, houseGain: '0' } })
  await countConduct(world.app)
  await countConduct(world.app)
  // Up would have won 8.50 less the fee of 0.05.
  const outage = { kind: 'no-prices', startedMs: startOf(startSlot), endedMs: startOf(startSlot + 25) }
  expect(await newest()).toMatchObject({ ...outage, voids: { contracts: 1, houseGain: '8.45' } })

  // An entry window without usable prices belongs to the instrument that was stale.
  await world.publish({ 1: { price: 120n } })
  const staleFrom = world.slot
  await place(10_000_000n, 'down')
  await world.publishThrough(staleFrom + 50, { 1: { price: 120n, state: 2 } })
  await watchIncidents(world.app)
  await world.publishThrough(staleFrom + 80, { 1: { price: 130n } })
  await watchIncidents(world.app)
  await world.settleAll()
  await countConduct(world.app)
  const { items } = await readIncidents(world.app)
  expect(items[0]).toMatchObject({ kind: 'stale', subject: 'TEST1', voids: { contracts: 1 } })
  expect(items.find(({ startedMs }) => startedMs === outage.startedMs)?.voids).toEqual({
    contracts: 1,
    houseGain: '8.45',
  })
  expect(items.filter(({ voids }) => (voids?.contracts ?? 0) > 0)).toHaveLength(2)
})

test('a log whose oldest unsigned frame or batch waits too long is late until it has signed', async () => {
  const ticks = log.ticksLog()
  const events = log.eventsLog()
  await log.seal(ticks)
  await log.seal(events)
  const before = await total()
  await world.publish()
  await watchIncidents(world.app)
  expect(await total()).toBe(before)
  const waitingMs = startOf(world.slot - 1) + 250
  await world.owner.query('update conduct.setting set log_late_ms = 5000')
  await world.publishThrough(world.slot + 12)
  await world.openNextCustomer()
  await watchIncidents(world.app)
  expect(await newest()).toMatchObject({ kind: 'log-late', subject: 'ticks', startedMs: waitingMs, endedMs: null })
  expect(await total()).toBe(before + 1)
  await log.seal(ticks)
  await watchIncidents(world.app)
  expect(await newest()).toMatchObject({ kind: 'log-late', subject: 'ticks', endedMs: startOf(world.slot) + 250 })
  await world.publishThrough(world.slot + 12)
  await log.seal(ticks)
  await watchIncidents(world.app)
  expect(await newest()).toMatchObject({ kind: 'log-late', subject: 'events', endedMs: null })
  await log.seal(events)
  await watchIncidents(world.app)
  expect((await newest())?.endedMs).not.toBeNull()
})

test('an incident is never edited and ends once', async () => {
  await expect(world.owner.query(`update conduct.incident set started_ms = 0`)).rejects.toThrow('is set once')
  await expect(world.owner.query(`update conduct.incident set ended_ms = ended_ms + 1`)).rejects.toThrow('is set once')
  await expect(world.owner.query('delete from conduct.incident')).rejects.toThrow('refused')
})

test('halts and corrections are among them, with their reasons and their places in the log', async () => {
  const { operatorId } = await addOperator(world.owner, { name: 'risk-of-halts', roles: ['risk'] })
  await world.owner.query(
    `insert into market.halt (instrument_id, reason, note, halted_by, halted_ms)
     values (1, 'source-failure', 'a note that is not public', $1, clock.now_ms())`,
    [operatorId],
  )
  await log.seal(log.eventsLog())
  const halt = await newest()
  expect(halt).toMatchObject({ kind: 'halt', subject: 'TEST1', reason: 'source-failure', endedMs: null })
  expect(halt?.log?.shard).toBe('2026h1')
  expect(JSON.stringify(halt)).not.toContain('note')

  await world.publish()
  const customerId = await world.openNextCustomer()
  const risk = (await logInOperator(world, { name: 'risk-one', roles: ['risk'] })).secret
  const lead = (await logInOperator(world, { name: 'lead-one', roles: ['lead'] })).secret
  const wanted = { customerId, amount: amount('USD', 4_120_000n), reason: 'booking-error', note: 'a note' } as const
  const id = (await proposeCorrection(world.app, risk, wanted)) ?? 0n
  const before = await total()
  await confirmAct(world, lead, { act: 'correction.confirm', id })
  await decideProposal(world.app, corrections, { secret: lead, id, verdict: 'approved', note: '' })
  await log.seal(log.eventsLog())
  expect(await total()).toBe(before + 1)
  const correction = await newest()
  expect(correction).toEqual({
    kind: 'correction',
    subject: null,
    startedMs: startOf(world.slot) + 250,
    endedMs: startOf(world.slot) + 250,
    reason: 'booking-error',
    count: null,
    payment: { asset: 'USD', amount: '4.12' },
    voids: null,
    explanations: [],
    log: { shard: '2026h1', index: expect.any(Number) },
  })
})
